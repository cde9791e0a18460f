import { formatCount } from "@/lib/core/format/count";
import { Naira } from "../shared/format/money";
import { type Stat, StatRow } from "../shared/layout/stat-row";
import type { TotalsJson } from "./api";
import * as texts from "./texts";

const LABELS = [texts.awaiting, texts.paid, texts.paidADifferentAmount, texts.expired] as const;

/** The orders of the whole event by what was paid of them; without totals, a skeleton. */
export function ExpectedSummary({ totals }: { totals?: TotalsJson }) {
  const stats = totals ? toStats(totals) : LABELS.map((label) => ({ label }));
  return <StatRow label={texts.allOrders} stats={stats} />;
}

function toStats(totals: TotalsJson): Stat[] {
  const { awaiting, paid, expired } = totals;
  return [
    sumStat(texts.awaiting, awaiting.amount_to_pay, awaiting.count),
    sumStat(texts.paid, paid.amount_paid, paid.count),
    differentStat(totals),
    sumStat(texts.expired, expired.amount_to_pay, expired.count),
  ];
}

const sumStat = (label: string, amount: string, count: number): Stat => ({
  label,
  figure: <Naira size="stat" amount={amount} />,
  note: texts.countOrders(count),
});

function differentStat({ underpaid, overpaid }: TotalsJson): Stat {
  const parts = [
    underpaid.count > 0 && texts.countUnderpaid(formatCount(underpaid.count)),
    overpaid.count > 0 && texts.countOverpaid(formatCount(overpaid.count)),
  ].filter((part) => typeof part === "string");
  return {
    label: texts.paidADifferentAmount,
    figure: formatCount(underpaid.count + overpaid.count),
    note: parts.length > 0 ? <span className="text-amber">{parts.join(" · ")}</span> : texts.none,
  };
}
