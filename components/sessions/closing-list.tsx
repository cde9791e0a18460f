import type { ReactNode } from "react";
import { countOf } from "@/lib/core/count";
import { Ago } from "../shared/ago";
import { Naira } from "../shared/money";
import { cn } from "../ui/cn";
import { Skeleton } from "../ui/skeleton";
import type { Facts } from "./use-closing";

/** A payment this young says that more will come. */
const YOUNG_MS = 10 * 60_000;

/** Whether closing now would keep money out that is on its way. */
export function isStillComing({ pending, last_payment_at, generated_at }: Facts): boolean {
  return pending.count > 0 || isYoung(last_payment_at, generated_at);
}

const isYoung = (paidAt: string | null, now: string) =>
  paidAt !== null && Date.parse(now) - Date.parse(paidAt) < YOUNG_MS;

/** The facts before a close. */
export function ClosingList({ facts }: { facts: Facts | undefined }) {
  const pending = facts?.pending;
  const isRecent = facts && isYoung(facts.last_payment_at, facts.generated_at);
  return (
    <dl className="rounded-card bg-subtle px-4 py-1 text-body">
      <Fact label="Taken so far">{facts && <Naira amount={facts.taken} />}</Fact>
      <Fact label="Still pending" amber={Boolean(pending?.count)}>
        {pending &&
          (pending.count > 0 ? (
            <>
              {countOf(pending.count, "payment")}, <Naira amount={pending.amount} />
            </>
          ) : (
            "None"
          ))}
      </Fact>
      <Fact label="Last payment" amber={Boolean(isRecent)}>
        {facts && (facts.last_payment_at ? <Ago at={facts.last_payment_at} /> : "No payments yet")}
      </Fact>
      <Fact label="On shift">
        {facts &&
          `${countOf(facts.operators_on_shift, "operator")}, ${countOf(facts.terminals_taking, "terminal")} taking`}
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
