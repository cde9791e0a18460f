import { formatCount, formatCountWithNoun } from "@/lib/core/format/count";
import { formatDay, formatMonth } from "@/lib/core/format/format-date";
import { Naira } from "../shared/format/money";
import { type Stat, StatRow } from "../shared/layout/stat-row";
import type { EventList } from "./api";

const LABEL = "All events";

/** Totals of all events; without a summary, a skeleton. */
export function SummaryStrip({ summary, isLate }: { summary?: EventList["summary"]; isLate?: boolean }) {
  if (!summary)
    return (
      <StatRow
        label={LABEL}
        stats={["Active now", "Taken this month", "Awaiting settlement", "Needs attention"].map((label) => ({
          label,
        }))}
      />
    );
  const { live, month, awaiting, attention } = summary;
  const stats: Stat[] = [
    {
      label: "Active now",
      figure: <Naira size="stat" amount={live.amount} />,
      note: `${formatCountWithNoun(live.event_count, "event")} · ${formatCountWithNoun(live.payment_count, "payment")}`,
    },
    {
      label: `Taken in ${formatMonth(month.since)}`,
      figure: <Naira size="stat" amount={month.amount} />,
      note: `${formatCountWithNoun(month.event_count, "event")}, since ${formatDay(month.since)}`,
    },
  ];
  if (awaiting)
    stats.push({
      label: "Awaiting settlement",
      figure: <Naira size="stat" amount={awaiting.amount} />,
      note:
        awaiting.event_count > 0
          ? `from ${formatCountWithNoun(awaiting.event_count, "event")}`
          : "Fully settled",
    });
  stats.push(attentionStat(attention, isLate));
  return <StatRow label={LABEL} stats={stats} />;
}

function attentionStat(attention: EventList["summary"]["attention"], isLate = false): Stat {
  if (isLate) return { label: "Needs attention", figure: "Unknown", note: "The figures are not up to date" };
  const { inactive_terminals: inactive, needs_operators: notReady, open_exceptions: exceptions } = attention;
  const parts = [
    inactive > 0 && `${formatCount(inactive)} silent`,
    notReady > 0 && `${formatCount(notReady)} not ready`,
    exceptions && `${formatCountWithNoun(exceptions, "exception")}`,
  ].filter((part) => typeof part === "string");
  return {
    label: "Needs attention",
    figure: formatCount(inactive + notReady + (exceptions ?? 0)),
    note: parts.join(" · ") || "All clear",
  };
}
