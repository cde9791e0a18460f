import { countOf, formatCount } from "@/lib/core/count";
import { formatDay, formatMonth } from "@/lib/core/format-date";
import { Naira } from "../shared/money";
import { type Stat, StatRow } from "../shared/stat-row";
import type { EventList } from "./wire";

const LABEL = "All events";

/** What all events come to. Without a summary it is the skeleton of one. */
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
      note: `${countOf(live.event_count, "event")} · ${countOf(live.payment_count, "payment")}`,
    },
    {
      label: `Taken in ${formatMonth(month.since)}`,
      figure: <Naira size="stat" amount={month.amount} />,
      note: `${countOf(month.event_count, "event")}, since ${formatDay(month.since)}`,
    },
  ];
  if (awaiting)
    stats.push({
      label: "Awaiting settlement",
      figure: <Naira size="stat" amount={awaiting.amount} />,
      note:
        awaiting.event_count > 0
          ? `from ${countOf(awaiting.event_count, "event")}`
          : "Nothing awaits settlement",
    });
  stats.push(attentionOf(attention, isLate));
  return <StatRow label={LABEL} stats={stats} />;
}

function attentionOf(attention: EventList["summary"]["attention"], isLate = false): Stat {
  if (isLate)
    return { label: "Needs attention", figure: "Not known", note: "The figures are not up to date" };
  const { silent_terminals: silent, needs_operators: unready, open_exceptions: exceptions } = attention;
  const parts = [
    silent > 0 && `${formatCount(silent)} silent`,
    unready > 0 && `${formatCount(unready)} not ready`,
    exceptions && `${countOf(exceptions, "exception")}`,
  ].filter((part) => typeof part === "string");
  return {
    label: "Needs attention",
    figure: formatCount(silent + unready + (exceptions ?? 0)),
    note: parts.join(" · ") || "Nothing waits",
  };
}
