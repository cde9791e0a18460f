import { formatCount } from "@/lib/core/format/count";
import { formatDay, formatMonth } from "@/lib/core/format/format-date";
import { Naira } from "../shared/format/money";
import { type Stat, StatRow } from "../shared/layout/stat-row";
import type { EventList } from "./api";
import * as texts from "./texts";

const LABEL = texts.allEvents;

/** Totals of all events; without a summary, a skeleton. */
export function SummaryStrip({ summary, isLate }: { summary?: EventList["summary"]; isLate?: boolean }) {
  if (!summary)
    return (
      <StatRow
        label={LABEL}
        stats={[texts.activeNow, texts.takenThisMonth, texts.awaitingSettlement, texts.needsAttention].map(
          (label) => ({
            label,
          }),
        )}
      />
    );
  const { live, month, awaiting, attention } = summary;
  const stats: Stat[] = [
    {
      label: texts.activeNow,
      figure: <Naira size="stat" amount={live.amount} />,
      note: `${texts.countEvents(live.event_count)} · ${texts.countPayments(live.payment_count)}`,
    },
    {
      label: texts.takenIn(formatMonth(month.since)),
      figure: <Naira size="stat" amount={month.amount} />,
      note: texts.countedSince(texts.countEvents(month.event_count), formatDay(month.since)),
    },
  ];
  if (awaiting)
    stats.push({
      label: texts.awaitingSettlement,
      figure: <Naira size="stat" amount={awaiting.amount} />,
      note: describeAwaiting(awaiting),
    });
  stats.push(attentionStat(attention, isLate));
  return <StatRow label={LABEL} stats={stats} />;
}

function describeAwaiting({
  event_count: count,
  has_takings: hasTakings,
}: NonNullable<EventList["summary"]["awaiting"]>): string {
  if (count > 0) return texts.from(texts.countEvents(count));
  return hasTakings ? texts.fullySettled : texts.nothingToSettle;
}

function attentionStat(attention: EventList["summary"]["attention"], isLate = false): Stat {
  if (isLate)
    return { label: texts.needsAttention, figure: texts.notKnown, note: texts.figuresAreNotUpToDate };
  const { inactive_terminals: inactive, needs_operators: notReady, open_exceptions: exceptions } = attention;
  const parts = [
    inactive > 0 && texts.silent(formatCount(inactive)),
    notReady > 0 && texts.notReady(formatCount(notReady)),
    exceptions && `${texts.countExceptions(exceptions)}`,
  ].filter((part) => typeof part === "string");
  return {
    label: texts.needsAttention,
    figure: formatCount(inactive + notReady + (exceptions ?? 0)),
    note: parts.join(" · ") || texts.allClear,
  };
}
