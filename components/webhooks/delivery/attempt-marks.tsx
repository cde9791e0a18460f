import { Check, X } from "@/components/ui/icons/icons";
import { Chip } from "../../ui/display/chip";
import { cn } from "../../ui/display/cn";
import type { DeliveryRowJson } from "../api";
import * as texts from "./texts";

const MAX_MARKS = 5;

/** One mark for each attempt; for more than five, the first two, the number omitted, and the last. */
export function AttemptMarks({ marks }: { marks: DeliveryRowJson["marks"] }) {
  if (marks.length === 0) return <span className="whitespace-nowrap text-ink-3">{texts.noAttemptsYet}</span>;
  const isLong = marks.length > MAX_MARKS;
  const isOk = marks.at(-1)?.is_ok ?? false;
  return (
    <span className="inline-flex items-center gap-1.5">
      <span className="sr-only">
        {texts.theLast(texts.countAttempts(marks.length), isOk ? "succeeded" : "failed")}
      </span>
      {(isLong ? marks.slice(0, 2) : marks).map((mark) => (
        <AttemptMark key={mark.number} isOk={mark.is_ok} />
      ))}
      {isLong && (
        <span aria-hidden className="figures text-ink-3 text-meta">
          +{marks.length - 3}
        </span>
      )}
      {isLong && <AttemptMark isOk={isOk} />}
    </span>
  );
}

/** A round icon for a successful or failed attempt. */
export function AttemptMark({ isOk, className }: { isOk: boolean; className?: string }) {
  const Icon = isOk ? Check : X;
  return (
    <span
      aria-hidden
      className={cn(
        "grid size-4 shrink-0 place-items-center rounded-full",
        isOk ? "bg-brand-wash text-brand" : "bg-red-wash text-red",
        className,
      )}
    >
      <Icon strokeWidth={2.5} className="size-2.5" />
    </span>
  );
}

/** The response status code of an attempt, or that there was no response. */
export function ResponseChip({ status, isTried }: { status: number | null; isTried: boolean }) {
  if (!isTried) return <span className="text-ink-3">–</span>;
  if (status === null) return <Chip tone="red">{texts.noAnswer}</Chip>;
  const isOk = status >= 200 && status < 300;
  return (
    <Chip tone={isOk ? "green" : "red"} className="figures">
      {status}
    </Chip>
  );
}
