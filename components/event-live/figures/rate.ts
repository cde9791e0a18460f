import { floorToSlot, formatDay, formatMinute } from "@/lib/core/format/format-date";
import { DAY_MS, MINUTE_MS } from "@/lib/core/time/durations";
import type { Minute } from "../../live-feed/live-store";

/** Payments of a minute, or the average of several. */
export interface RateBar {
  atMs: number;
  transfers: number;
  pos: number;
  /** Whether the bar includes the current minute. */
  isRunning: boolean;
}

/** Data of a chart of payments per minute. */
export interface Rate {
  bars: RateBar[];
  /** Payments in the last full minute. */
  last: number;
  peak: { count: number; atMs: number } | undefined;
  /** Number of minutes per bar. */
  step: number;
}

/** More bars than this are too thin to distinguish. */
const MAX_BARS = 120;
const DAY = 1440;
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 240, 480, DAY];

const countOf = ([, transfers, pos]: Minute) => transfers + pos;

/** Returns the number of minutes per bar for a range; whole days for long ranges. */
function stepFor(minutes: number): number {
  return STEPS.find((step) => minutes / step <= MAX_BARS) ?? Math.ceil(minutes / DAY / MAX_BARS) * DAY;
}

/**
 * Computes the bars of a time range without gaps; long ranges have several minutes per bar, for about 120
 * bars at most.
 */
export function computeRate(minutes: readonly Minute[], fromMs: number, untilMs: number): Rate {
  const running = Math.floor(untilMs / MINUTE_MS);
  const requestedFirst = Math.min(Math.floor(fromMs / MINUTE_MS), running);
  const step = stepFor(running - requestedFirst + 1);
  // Bars of several minutes begin at round times.
  const first = floorToSlot(requestedFirst * MINUTE_MS, step * MINUTE_MS) / MINUTE_MS;
  const length = running - first + 1;
  const within = minutes.filter(([minute]) => minute >= first && minute <= running);
  const bars = Array.from({ length: Math.ceil(length / step) }, (_, index) => ({
    atMs: (first + index * step) * MINUTE_MS,
    transfers: 0,
    pos: 0,
    isRunning: first + (index + 1) * step > running,
  }));
  for (const [minute, transfers, pos] of within) {
    const bar = bars[Math.floor((minute - first) / step)];
    if (!bar) continue;
    bar.transfers += transfers / step;
    bar.pos += pos / step;
  }
  const highest = within.reduce<Minute | undefined>(
    (best, minute) => (best && countOf(best) >= countOf(minute) ? best : minute),
    undefined,
  );
  const last = within.find(([minute]) => minute === running - 1);
  return {
    bars,
    last: last ? countOf(last) : 0,
    peak: highest && { count: countOf(highest), atMs: highest[0] * MINUTE_MS },
    step,
  };
}

/** Before this, a time of day alone would be ambiguous. */
const TIME_OF_DAY_MS = 18 * 60 * MINUTE_MS;

/** Formats a start: `17:00` if recent, otherwise `12 Dec`. */
export function formatSince(sinceMs: number, nowMs: number): string {
  return nowMs - sinceMs > TIME_OF_DAY_MS ? formatDay(new Date(sinceMs)) : formatMinute(new Date(sinceMs));
}

/**
 * Returns the start of an event's chart in milliseconds: its planned start, but at most a day before its
 * first payment and not after its last; its first payment if no start was planned.
 */
export function getChartStart(minutes: readonly Minute[], startsAt: string | null, nowMs: number): number {
  const [first, last] = [minutes[0]?.[0], minutes.at(-1)?.[0]];
  const firstMs = first === undefined ? nowMs : first * MINUTE_MS;
  const lastMs = last === undefined ? nowMs : last * MINUTE_MS;
  if (!startsAt) return firstMs;
  return Math.max(Math.min(Date.parse(startsAt), lastMs), firstMs - DAY_MS);
}

/**
 * Returns the end of a closed event's chart in milliseconds: its planned end or its last payment, whichever
 * is later, because many events are closed a day later; its close if no end was planned.
 */
export function getChartEnd(minutes: readonly Minute[], endsAt: string | null, closedAtMs: number): number {
  if (!endsAt) return closedAtMs;
  const lastMs = (minutes.at(-1)?.[0] ?? 0) * MINUTE_MS;
  return Math.min(closedAtMs, Math.max(Date.parse(endsAt), lastMs));
}

/**
 * Returns five-minute averages of the bars: each bar with its neighbours on both sides, if bars are shorter
 * than five minutes.
 */
export function smoothRate({ bars, step }: Rate): RateBar[] {
  const radius = step === 1 ? 2 : step === 2 ? 1 : 0;
  return bars.map((bar, index) => {
    const neighbours = bars
      .slice(Math.max(0, index - radius), index + radius + 1)
      .filter(({ isRunning }) => !isRunning);
    const mean = (read: (bar: RateBar) => number) =>
      neighbours.reduce((sum, one) => sum + read(one), 0) / Math.max(1, neighbours.length);
    return { ...bar, transfers: mean((one) => one.transfers), pos: mean((one) => one.pos) };
  });
}
