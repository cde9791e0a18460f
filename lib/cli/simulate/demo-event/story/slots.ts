import type { Random } from "../../random";
import { apportion, shuffled, sum } from "./amounts";
import { atClock, MINUTE_MS, SECOND_MS } from "./payment";
import * as pulse from "./payment-distribution";

/** The time and place of a payment. */
export interface Slot {
  atMs: number;
  /** 0 for a transfer. */
  terminal: number;
}

const FIVE_MINUTES_MS = 5 * MINUTE_MS;
const BIN_MS = 150 * SECOND_MS;
const HOUR_FROM_MS = atClock("20:43");
const BINS_FROM_MS = atClock("20:42:18");
const LATE_FROM_MS = atClock("21:43");
const FOOD_COURT = 6;

const digits = (text: string) => [...text].map((digit) => Number.parseInt(digit, 16));

/** Generates `count` times in a range, each in its own part, in whole seconds. */
function moments(random: Random, from: number, lengthMs: number, count: number): number[] {
  const partMs = lengthMs / Math.max(count, 1);
  return Array.from({ length: count }, (_, index) => {
    const at = from + (index + random.next()) * partMs;
    return at - (at % SECOND_MS);
  });
}

const momentsOf = (random: Random, counts: readonly number[], from: number, stepMs: number) =>
  counts.flatMap((count, index) => moments(random, from + index * stepMs, stepMs, count));

/**
 * Generates the hour from 20:43 minute by minute, except the fixed payments, which are subtracted from their minute
 * and from their terminal's two and a half minutes.
 */
export function hourSlots(random: Random, written: readonly Slot[]): Slot[] {
  const free = (counts: number[], of: readonly Slot[]) => {
    for (const { atMs } of of) decrement(counts, Math.floor((atMs - HOUR_FROM_MS) / MINUTE_MS));
    return counts;
  };
  const transfers = free(
    digits(pulse.HOUR_TRANSFERS),
    written.filter(({ terminal }) => terminal === 0),
  );
  const atTerminals = written.filter(({ terminal }) => terminal > 0);
  const times = momentsOf(random, free(digits(pulse.HOUR_POS), atTerminals), HOUR_FROM_MS, MINUTE_MS);
  const waiting = terminalsByBin(random, atTerminals);
  return [
    ...momentsOf(random, transfers, HOUR_FROM_MS, MINUTE_MS).map((atMs) => ({ atMs, terminal: 0 })),
    ...times.map((atMs) => ({ atMs, terminal: nextTerminal(waiting, binOf(atMs)) })),
  ];
}

const binOf = (atMs: number) => Math.floor((atMs - BINS_FROM_MS) / BIN_MS);

/** Decrements the count at an index, or the largest count if that is zero. */
function decrement(counts: number[], at: number): void {
  const place = counts[at] ? at : counts.indexOf(Math.max(...counts));
  counts[place] = (counts[place] ?? 0) - 1;
}

/** Lists the terminals that pay in each two and a half minutes, besides the fixed payments. */
function terminalsByBin(random: Random, written: readonly Slot[]): number[][] {
  const bins = pulse.HOUR_TERMINALS.map(digits);
  for (const { terminal, atMs } of written) {
    const counts = bins[terminal - 1];
    if (counts?.[binOf(atMs)]) decrement(counts, binOf(atMs));
  }
  const length = pulse.HOUR_TERMINALS[0].length;
  return Array.from({ length }, (_, bin) =>
    shuffled(
      random,
      bins.flatMap((counts, index) => Array<number>(counts[bin] ?? 0).fill(index + 1)),
    ),
  );
}

/**
 * Returns the next terminal of a bin, or of a nearby bin if it is empty; the inactive terminal only in its own bin.
 */
function nextTerminal(waiting: number[][], bin: number): number {
  for (let away = 0; away < waiting.length; away++) {
    for (const near of [bin - away, bin + away]) {
      const index = waiting[near]?.findIndex((terminal) => terminal !== FOOD_COURT || near === bin) ?? -1;
      if (index >= 0) return waiting[near]?.splice(index, 1)[0] ?? 1;
    }
  }
  return 4;
}

/** Generates 17:00 to 20:43 with the given number of transfers and of payments at each terminal. */
export function eveningSlots(
  random: Random,
  counts: { transfers: number; terminals: readonly number[] },
): Slot[] {
  const pos = pulse.EVENING_ALL.map((all, index) => all - (pulse.EVENING_TRANSFERS[index] ?? 0));
  const binsOf = (weights: readonly number[], whole: number) => apportion(weights, whole);
  const spread = (each: readonly number[]) =>
    each.flatMap((count, index) =>
      moments(random, index * FIVE_MINUTES_MS, index === 44 ? 3 * MINUTE_MS : FIVE_MINUTES_MS, count),
    );
  const times = spread(binsOf(pos, sum(counts.terminals)));
  const foodCourt = binsOf(digits(pulse.FOOD_COURT), counts.terminals[FOOD_COURT - 1] ?? 0);
  const others = shuffled(
    random,
    counts.terminals.flatMap((count, index) =>
      Array<number>(index + 1 === FOOD_COURT ? 0 : count).fill(index + 1),
    ),
  );
  return [
    ...spread(binsOf(pulse.EVENING_TRANSFERS, counts.transfers)).map((atMs) => ({ atMs, terminal: 0 })),
    ...times.map((atMs) => ({ atMs, terminal: eveningTerminal(foodCourt, others, atMs) })),
  ];
}

function eveningTerminal(foodCourt: number[], others: number[], atMs: number): number {
  const bin = Math.floor(atMs / FIVE_MINUTES_MS);
  const due = sum(foodCourt.slice(0, bin + 1)) > 0;
  const rest = due || others.length === 0 ? foodCourt.findIndex((count) => count > 0) : -1;
  if (rest < 0) return others.pop() ?? 1;
  foodCourt[rest] = (foodCourt[rest] ?? 0) - 1;
  return FOOD_COURT;
}

/**
 * Generates 21:43 to the end with the given number of transfers and of payments at each terminal; the inactive one
 * resumes first.
 */
export function lateSlots(
  random: Random,
  counts: { transfers: number; terminals: readonly number[] },
): Slot[] {
  const spread = (whole: number) =>
    momentsOf(random, apportion(pulse.LATE, whole), LATE_FROM_MS, FIVE_MINUTES_MS);
  const back = atClock(pulse.FOOD_COURT_BACK);
  const places = shuffled(
    random,
    counts.terminals.flatMap((count, index) => Array<number>(count).fill(index + 1)),
  );
  const next = (atMs: number) => {
    const index = places.findIndex((terminal) => terminal !== FOOD_COURT || atMs >= back);
    return places.splice(Math.max(index, 0), 1)[0] ?? 1;
  };
  return [
    ...spread(counts.transfers).map((atMs) => ({ atMs, terminal: 0 })),
    ...spread(places.length).map((atMs) => ({ atMs, terminal: next(atMs) })),
  ];
}
