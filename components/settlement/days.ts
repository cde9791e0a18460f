import { toKobo } from "@/lib/core/format/naira";
import { isMomentValue } from "@/lib/core/format/typed-date";
import { DAY_MS } from "@/lib/core/time/durations";
import type { SettlementJson } from "../reconciliation/api";
import type { SettlementBreakdownRowJson } from "./api";

/** Filter of settlement days: calendar days, inclusive, and a channel. */
export interface DayFilter {
  from: string | undefined;
  to: string | undefined;
  channel: string | undefined;
}

/** A day as typed in a field of the filter. */
interface TypedDay {
  /** `2026-12-12`, `""`, or a text that is no date. */
  text: string;
  /** Whether the field was left since. */
  isLeft: boolean;
}

/** Returns the filter that a field sets: its day, or `""` for none; undefined while its text can become a date. */
export function findDayFilter({ text, isLeft }: TypedDay): string | undefined {
  if (text === "" || isMomentValue(text, false)) return text;
  return isLeft ? "" : undefined;
}

/** A row of the table: the amount settled on a day, by channel and reference once the breakdown is loaded. */
export interface DayLine {
  key: string;
  date: string;
  count: number;
  total: string;
  /** Undefined until the breakdown is loaded. */
  breakdown: SettlementBreakdownRowJson | undefined;
}

const isWithin = (date: string, { from, to }: DayFilter) => (!from || date >= from) && (!to || date <= to);

/** Returns the filtered rows, latest first: from the breakdown, or daily totals until it is loaded. */
export function toDayLines(
  settlement: SettlementJson,
  rows: readonly SettlementBreakdownRowJson[] | undefined,
  filter: DayFilter,
): DayLine[] {
  const lines = rows
    ? rows.map((breakdown) => ({
        key: `${breakdown.date} ${breakdown.channel} ${breakdown.reference}`,
        date: breakdown.date,
        count: breakdown.count,
        total: breakdown.total,
        breakdown,
      }))
    : Object.entries(settlement.by_date)
        .map(([date, { count, total }]) => ({ key: date, date, count, total, breakdown: undefined }))
        .sort((a, b) => (a.date < b.date ? 1 : -1));
  return lines.filter(
    ({ date, breakdown }) =>
      isWithin(date, filter) && (!filter.channel || breakdown?.channel === filter.channel),
  );
}

/**
 * A bar of the chart: one for every calendar day from the first settlement to the last, including days
 * without any.
 */
export interface DayBar {
  date: string;
  kobo: bigint;
  count: number;
  isWeekend: boolean;
}

/** With more days than this, a bar is narrower than its label. */
const MAX_BARS = 62;

const noonMs = (date: string) => Date.parse(`${date}T12:00:00Z`);

/** Returns the bars of these rows by day, for the latest 62 days at most. */
export function toDayBars(lines: readonly DayLine[]): DayBar[] {
  const dates = lines.map(({ date }) => date).sort();
  const [first, last] = [dates[0], dates.at(-1)];
  if (!first || !last) return [];
  const days = Math.min(MAX_BARS, Math.round((noonMs(last) - noonMs(first)) / DAY_MS) + 1);
  return Array.from({ length: days }, (_, index) => {
    const at = new Date(noonMs(last) - (days - 1 - index) * DAY_MS);
    const date = at.toISOString().slice(0, 10);
    const own = lines.filter((line) => line.date === date);
    return {
      date,
      kobo: own.reduce((sum, { total }) => sum + toKobo(total), 0n),
      count: own.reduce((sum, { count }) => sum + count, 0),
      isWeekend: at.getUTCDay() === 0 || at.getUTCDay() === 6,
    };
  });
}
