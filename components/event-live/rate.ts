import { floorInLagos, formatDay, formatMinute } from "@/lib/core/format-date";
import type { Minute } from "./live-store";

/** Payments of a minute, or of several as their average. */
export interface RateBar {
  atMs: number;
  transfers: number;
  pos: number;
  /** The minute that is not over. */
  isRunning: boolean;
}

/** What a chart of payments per minute shows. */
export interface Rate {
  bars: RateBar[];
  /** In the last full minute. */
  last: number;
  peak: { count: number; atMs: number } | undefined;
  /** How many minutes a bar stands for. */
  step: number;
}

const MINUTE_MS = 60_000;
/** More bars than this are too thin to be told apart. */
const MAX_BARS = 120;
const DAY = 1440;
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 240, 480, DAY];

const countOf = ([, transfers, pos]: Minute) => transfers + pos;

/** How many minutes a bar stands for where all together are so many; whole days where those are not enough. */
function stepFor(minutes: number): number {
  return STEPS.find((step) => minutes / step <= MAX_BARS) ?? Math.ceil(minutes / DAY / MAX_BARS) * DAY;
}

/**
 * Lays minutes out from one moment until another, without a gap; where they are many, some at a time: some 120 bars at
 * most, however far apart the two moments are.
 */
export function rateOf(minutes: readonly Minute[], fromMs: number, untilMs: number): Rate {
  const running = Math.floor(untilMs / MINUTE_MS);
  const asked = Math.min(Math.floor(fromMs / MINUTE_MS), running);
  const step = stepFor(running - asked + 1);
  // Bars of several minutes begin on round times.
  const first = floorInLagos(asked * MINUTE_MS, step * MINUTE_MS) / MINUTE_MS;
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

/** So long ago a time of day alone would say nothing. */
const LONG_AGO_MS = 18 * 60 * MINUTE_MS;

/** A beginning as it is said: `17:00` of a night, else `12 Dec`. */
export function sinceWhen(sinceMs: number, nowMs: number): string {
  return nowMs - sinceMs > LONG_AGO_MS ? formatDay(new Date(sinceMs)) : formatMinute(new Date(sinceMs));
}

const DAY_MS = DAY * MINUTE_MS;

/**
 * From when on an event is shown, in milliseconds: its planned start, but no more than a day before its first payment,
 * and not after its last; its first payment where no start was planned.
 */
export function nightStartOf(minutes: readonly Minute[], startsAt: string | null, nowMs: number): number {
  const [first, last] = [minutes[0]?.[0], minutes.at(-1)?.[0]];
  const firstMs = first === undefined ? nowMs : first * MINUTE_MS;
  const lastMs = last === undefined ? nowMs : last * MINUTE_MS;
  if (!startsAt) return firstMs;
  return Math.max(Math.min(Date.parse(startsAt), lastMs), firstMs - DAY_MS);
}

/**
 * When the night of a closed event was over, in milliseconds: at its planned end or its last payment, whichever came
 * later, for many are closed a day after; at its close where no end was planned.
 */
export function nightEndOf(minutes: readonly Minute[], endsAt: string | null, closedAtMs: number): number {
  if (!endsAt) return closedAtMs;
  const lastMs = (minutes.at(-1)?.[0] ?? 0) * MINUTE_MS;
  return Math.min(closedAtMs, Math.max(Date.parse(endsAt), lastMs));
}

/** Averages over five minutes: each bar with its neighbours on both sides, where it is of fewer minutes than that. */
export function smoothed({ bars, step }: Rate): RateBar[] {
  const reach = step === 1 ? 2 : step === 2 ? 1 : 0;
  return bars.map((bar, index) => {
    const around = bars
      .slice(Math.max(0, index - reach), index + reach + 1)
      .filter(({ isRunning }) => !isRunning);
    const mean = (read: (bar: RateBar) => number) =>
      around.reduce((sum, one) => sum + read(one), 0) / Math.max(1, around.length);
    return { ...bar, transfers: mean((one) => one.transfers), pos: mean((one) => one.pos) };
  });
}
