import { readMoney } from "@/lib/core/naira";
import type { SettlementWire } from "../reconciliation/wire";
import type { PartWire } from "./wire";

/** Which settlement days are shown: calendar days, both ends with them; and by which channel. */
export interface DayFilter {
  from: string | undefined;
  to: string | undefined;
  channel: string | undefined;
}

/** A line of the table: what landed on a day, by one channel under one reference where that is known. */
export interface DayLine {
  key: string;
  date: string;
  count: number;
  total: string;
  /** Absent while it is still being read. */
  part: PartWire | undefined;
}

const isWithin = (date: string, { from, to }: DayFilter) => (!from || date >= from) && (!to || date <= to);

/** The lines of the days that are asked for, the latest first: by their parts, or whole until those are there. */
export function linesOf(
  settlement: SettlementWire,
  parts: readonly PartWire[] | undefined,
  filter: DayFilter,
): DayLine[] {
  const lines = parts
    ? parts.map((part) => ({
        key: `${part.date} ${part.channel} ${part.reference}`,
        date: part.date,
        count: part.count,
        total: part.total,
        part,
      }))
    : Object.entries(settlement.by_date)
        .map(([date, { count, total }]) => ({ key: date, date, count, total, part: undefined }))
        .sort((a, b) => (a.date < b.date ? 1 : -1));
  return lines.filter(
    ({ date, part }) => isWithin(date, filter) && (!filter.channel || part?.channel === filter.channel),
  );
}

/** A bar of the chart: every calendar day from the first settlement to the last, also those that brought nothing. */
export interface DayBar {
  date: string;
  kobo: bigint;
  count: number;
  isWeekend: boolean;
}

const DAY_MS = 86_400_000;
/** More days than this and a bar is thinner than its label. */
const MOST_BARS = 62;

const noonOf = (date: string) => Date.parse(`${date}T12:00:00Z`);

/** The bars of these lines, by day, the latest two months at most. */
export function barsOf(lines: readonly DayLine[]): DayBar[] {
  const dates = lines.map(({ date }) => date).sort();
  const [first, last] = [dates[0], dates.at(-1)];
  if (!first || !last) return [];
  const days = Math.min(MOST_BARS, Math.round((noonOf(last) - noonOf(first)) / DAY_MS) + 1);
  return Array.from({ length: days }, (_, index) => {
    const at = new Date(noonOf(last) - (days - 1 - index) * DAY_MS);
    const date = at.toISOString().slice(0, 10);
    const own = lines.filter((line) => line.date === date);
    return {
      date,
      kobo: own.reduce((sum, { total }) => sum + readMoney(total), 0n),
      count: own.reduce((sum, { count }) => sum + count, 0),
      isWeekend: at.getUTCDay() === 0 || at.getUTCDay() === 6,
    };
  });
}
