import { floorToSlot, formatDay, formatDuration, formatMinute } from "@/lib/core/format/format-date";
import { HOUR_MS } from "@/lib/core/time/durations";
import { ChartFrame } from "../../charts/chart-frame";
import { HourBars } from "../../charts/hour-bars";
import { Skeleton } from "../../ui/display/skeleton";
import type { TerminalDayJson, TerminalJson } from "../api";
import { nextBarIndex } from "../terminal-bars";
import * as texts from "./texts";

const DAY_HOURS = 24;
/** Maximum number of readable time labels. */
const MAX_TICKS = 6;

/**
 * Returns the label below each bar: a round time, or the day for a range of several days; empty for most
 * bars.
 */
function toTickLabels(times: readonly Date[], stepMs: number): string[] {
  const hours = Math.ceil((times.length * stepMs) / HOUR_MS / MAX_TICKS);
  const slotHours = hours > DAY_HOURS / 2 ? Math.ceil(hours / DAY_HOURS) * DAY_HOURS : hours;
  const format = slotHours >= DAY_HOURS ? formatDay : formatMinute;
  return times.map((time) =>
    time.getTime() - floorToSlot(time.getTime(), slotHours * HOUR_MS) < stepMs ? format(time) : "",
  );
}

interface DayChartProps {
  day: TerminalDayJson | undefined;
  terminal: TerminalJson;
  isInactive: boolean;
}

/** A terminal's payments from the first to now, with its inactive period. */
export function DayChart({ day, terminal: { label, last_payment_at }, isInactive }: DayChartProps) {
  if (!day) return <Skeleton className="mt-5 h-40" />;
  const { from, step_ms, counts } = day.bars;
  const times = counts.map((_, index) => new Date(Date.parse(from) + index * step_ms));
  const total = counts.reduce((sum, count) => sum + count, 0);
  const ticks = toTickLabels(times, step_ms);
  const summary = texts.tookPaymentsSince(
    label,
    texts.countPayments(total),
    formatMinute(from),
    Math.max(0, ...counts),
    formatDuration(step_ms),
  );
  return (
    <ChartFrame
      className="mt-5"
      title={<span className="text-ink text-section">{texts.paymentsEvery(formatDuration(step_ms))}</span>}
      aside={<span className="figures text-ink-3 text-meta">{texts.since(formatMinute(from))}</span>}
      summary={summary}
      table={{
        heads: [texts.from, texts.payments],
        rows: times.map((time, index) => [formatMinute(time), String(counts[index] ?? 0)]),
      }}
      chartClassName="mt-2 h-32"
    >
      <HourBars
        label={summary}
        bars={counts.map((value, index) => ({ tick: ticks[index] ?? "", value }))}
        {...(isInactive && last_payment_at && { inactiveFrom: nextBarIndex(last_payment_at, day.bars) })}
      />
    </ChartFrame>
  );
}
