import type { ReactNode } from "react";
import { Ago } from "../shared/format/ago";
import { Naira } from "../shared/format/money";
import { cn } from "../ui/display/cn";
import { Skeleton } from "../ui/display/skeleton";
import * as texts from "./texts";
import type { ClosePreviewJson } from "./use-close-event";

/** A payment younger than this means that more are expected. */
const RECENT_MS = 10 * 60_000;

/** Whether payments are pending or recent, so that closing now would exclude expected ones. */
export function hasPendingOrRecentPayments({
  pending,
  last_payment_at,
  generated_at,
}: ClosePreviewJson): boolean {
  return pending.count > 0 || isRecentPayment(last_payment_at, generated_at);
}

const isRecentPayment = (paidAt: string | null, now: string) =>
  paidAt !== null && Date.parse(now) - Date.parse(paidAt) < RECENT_MS;

/** Figures of an event before it is closed. */
export function ClosePreviewList({ facts }: { facts: ClosePreviewJson | undefined }) {
  const pending = facts?.pending;
  const isRecent = facts && isRecentPayment(facts.last_payment_at, facts.generated_at);
  return (
    <dl className="rounded-card bg-subtle px-4 py-1 text-body">
      <Fact label={texts.takenSoFar}>{facts && <Naira amount={facts.taken} />}</Fact>
      <Fact label={texts.stillPending} amber={Boolean(pending?.count)}>
        {pending &&
          (pending.count > 0 ? (
            <>
              {texts.countPayments(pending.count)}, <Naira amount={pending.amount} />
            </>
          ) : (
            texts.none
          ))}
      </Fact>
      <Fact label={texts.lastPayment} amber={Boolean(isRecent)}>
        {facts && (facts.last_payment_at ? <Ago at={facts.last_payment_at} /> : texts.noPaymentsYet)}
      </Fact>
      <Fact label={texts.onShift}>
        {facts &&
          texts.taking(
            texts.countOperators(facts.operators_on_shift),
            texts.countTerminals(facts.terminals_taking),
          )}
      </Fact>
    </dl>
  );
}

function Fact({ label, amber, children }: { label: string; amber?: boolean; children?: ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-4 border-edge border-b py-2.5 last:border-b-0">
      <dt className="text-ink-2">{label}</dt>
      <dd className={cn("text-right font-semibold", amber && "text-amber")}>
        {children ?? <Skeleton className="w-28" />}
      </dd>
    </div>
  );
}
