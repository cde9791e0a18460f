import type { ReactNode } from "react";
import { Clock } from "@/components/ui/icons/late-icons";
import { formatCount } from "@/lib/core/format/count";
import { formatDuration } from "@/lib/core/format/format-date";
import { stripInvisibleCharacters } from "@/lib/core/format/payer-format";
import { Instant } from "../../shared/format/instant";
import type { DeliveryJson } from "../api";
import { AttemptMark, ResponseChip } from "./attempt-marks";
import * as texts from "./texts";

export type Attempt = DeliveryJson["attempts"][number];

const endMs = ({ started_at, duration_ms }: Attempt) => Date.parse(started_at) + duration_ms;

/** Returns the time from the first to the last attempt as text; undefined if there are fewer than two. */
export function formatSpan(attempts: readonly Attempt[]): string | undefined {
  const [first, last] = [attempts[0], attempts.at(-1)];
  if (!first || !last || first === last) return undefined;
  return texts.fromFirstToLast(formatDuration(endMs(last) - Date.parse(first.started_at)));
}

/** Lists every attempt with its response and the wait before the next one. */
export function Attempts({ delivery }: { delivery: DeliveryJson }) {
  const span = formatSpan(delivery.attempts);
  return (
    <section aria-label={texts.attempts}>
      <div className="mb-3 flex items-baseline justify-between gap-3">
        <h3 className="text-section">{texts.attempts}</h3>
        {span && <span className="figures text-ink-3 text-meta">{span}</span>}
      </div>
      <AttemptList delivery={delivery} />
    </section>
  );
}

interface AttemptListProps {
  delivery: DeliveryJson;
  /** Renders what is shown below an attempt. */
  renderDetails?: (attempt: Attempt) => ReactNode;
}

/** The attempts, oldest first, and when the next one is due. */
export function AttemptList({
  delivery: { attempts, due_at: dueAt },
  renderDetails = () => null,
}: AttemptListProps) {
  return (
    <>
      <ol className="flex flex-col">
        {attempts.map((attempt, index) => (
          <AttemptItem key={attempt.number} attempt={attempt} next={attempts[index + 1]}>
            {renderDetails(attempt)}
          </AttemptItem>
        ))}
      </ol>
      {dueAt && (
        <p className="flex items-center gap-2 text-amber text-body">
          <Clock aria-hidden className="size-4" />
          {attempts.length === 0 ? texts.firstAttempt : texts.nextAttempt}{" "}
          <Instant at={dueAt} as="day-time" />
        </p>
      )}
    </>
  );
}

interface AttemptItemProps {
  attempt: Attempt;
  next: Attempt | undefined;
  children: ReactNode;
}

function AttemptItem({ attempt, next, children }: AttemptItemProps) {
  const { number, status, error, excerpt, duration_ms: ms, started_at: at } = attempt;
  return (
    <li className="relative flex gap-3 pb-4">
      {next && <span aria-hidden className="absolute top-6 bottom-0 left-[9.5px] w-px bg-edge-strong" />}
      <AttemptMark isOk={error === null} className="mt-px size-5" />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <span className="flex items-center gap-2 font-semibold text-body">
            {texts.attempt(number)}
            <ResponseChip status={status} isTried />
          </span>
          <span className="figures flex gap-3 text-ink-2 text-body">
            {texts.ms(formatCount(ms))}
            <Instant at={at} className="text-ink-3" />
          </span>
        </div>
        <p className="truncate text-ink-2 text-meta">
          {error ?? (stripInvisibleCharacters(excerpt ?? "") || texts.answeredWell)}
        </p>
        {children}
        {next && (
          <p className="mt-2 flex items-center gap-1.5 text-ink-3 text-meta">
            <Clock aria-hidden className="size-3.5" />
            {texts.waited(formatDuration(Date.parse(next.started_at) - endMs(attempt)))}
          </p>
        )}
      </div>
    </li>
  );
}
