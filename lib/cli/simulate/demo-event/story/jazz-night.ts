import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "@/lib/core/time/durations";
import { type Random, randomFrom } from "../../random";
import * as cast from "./cast";
import { atClock, createPayer, type StoryPayment, spreadTotal, sum } from "./payment";

const { EVENT, TERMINALS } = cast;
const PEAK_MS = atClock(EVENT.peak.clock);
/** The fixed takings of the last five minutes are generated in this range, all others before it. */
const LAST_MINUTES = { from: atClock("21:37:18"), to: atClock("21:40:18") };
const EVENING_TO_MS = atClock("21:37");
const LATE_FROM_MS = atClock("21:43");
const LATE_TO_MS = atClock("00:58");
/** No generated failure or assigned transfer is among the newest payments. */
const FAILURES_TO_MS = atClock("20:40");
const ASSIGNED_TO_MS = atClock("21:28");
const FAILURES = { status: "failed", prices: [2_000, 5_000, 9_000, 14_000, 25_000] } as const;
const FIXED_MINUTES = [PEAK_MS, ...EVENT.pauses.map(atClock)];
const ACTIVITY = cast.ACTIVITY.map(([clock, rate]) => ({ atMs: atClock(clock), rate }));

/** Payments of one terminal and operator, whose number and sum the story fixes. */
interface Group {
  /** 0 for transfers. */
  terminal: number;
  /** Undefined for all operators; new payments are then unassigned. */
  operator?: string;
  status?: "successful" | "failed";
  /** Payments from here on belong to the group; new ones are before `to`. */
  from: number;
  to: number;
  count: number;
  /** Any amounts if undefined. */
  naira?: number;
  prices: readonly [number, ...number[]];
  notes?: readonly [string, ...string[]];
}

/** Returns the first name by which the story identifies an operator. */
export const firstName = (name: string) => name.split(" ")[0] ?? name;

/**
 * Generates the complete event by time: up to 21:42:18 as in the screenshots, to the naira, then to its end. The same
 * seed generates the same event.
 */
export function generateJazzNight(seed: number): StoryPayment[] {
  const random = randomFrom(seed);
  const presales = cast.PRESALES.flatMap(([daysBefore, count, naira]) => {
    // Between nine in the morning and eight in the evening.
    const from = -daysBefore * DAY_MS - 8 * HOUR_MS;
    const day = { terminal: 0, from, to: from + 11 * HOUR_MS, count, naira, prices: cast.EARLY_BIRD };
    return complete(random, [], [day]);
  });
  const peak = EVENT.peak.terminals.map((terminal) => {
    const atMs = PEAK_MS + random.whole(MINUTE_MS / SECOND_MS) * SECOND_MS;
    return createPayment(random, { terminal, atMs, naira: random.pick(pricesOf(terminal)) });
  });
  const early = [...presales, ...peak, ...cast.ROWS_NOW];
  return [
    ...complete(random, early, [...lastMinuteGroups(), ...eveningGroups()]),
    ...complete(random, [...cast.ROWS_LAST], lateGroups()),
  ].sort((one, other) => one.atMs - other.atMs);
}

const pricesOf = (terminal: number) => TERMINALS[terminal - 1]?.prices ?? cast.MIXED;

function lastMinuteGroups(): Group[] {
  return [EVENT.transfers, ...TERMINALS].map(({ lastMinutes: [count, naira] }, terminal) => {
    return { terminal, ...LAST_MINUTES, count, naira, prices: pricesOf(terminal) };
  });
}

function eveningGroups(): Group[] {
  const failures = [EVENT.transfers, ...TERMINALS].map(({ failed: count }, terminal) => {
    return { ...FAILURES, terminal, from: 0, to: FAILURES_TO_MS, count };
  });
  const assigned = cast.OPERATORS.map(({ name, transfers, fromClock, toClock, naira, prices, notes }) => {
    const from = fromClock ? atClock(fromClock) : 0;
    const to = toClock ? atClock(toClock) : ASSIGNED_TO_MS;
    return { terminal: 0, operator: firstName(name), from, to, count: transfers, naira, prices, notes };
  });
  const terminals = TERMINALS.flatMap(({ count, naira, prices, handOver }, index): Group[] => {
    const terminal = index + 1;
    const all = { terminal, from: 0, to: firstRowMs(terminal), count, naira, prices };
    if (!handOver) return [all];
    const from = atClock(handOver.atClock);
    return [
      { ...all, from, count: handOver.count, naira: handOver.naira },
      { ...all, to: from },
    ];
  });
  const transfers = {
    ...{ terminal: 0, from: 0, to: EVENING_TO_MS, prices: cast.MIXED },
    count: EVENT.transfers.count - sum(cast.PRESALES.map(([, count]) => count)),
    naira: EVENT.transfers.naira - sum(cast.PRESALES.map(([, , naira]) => naira)),
  };
  return [...failures, ...assigned, ...terminals, transfers];
}

/** Returns the minute of a terminal's first row in the screenshots: only its rows are displayed from there on. */
function firstRowMs(terminal: number): number {
  const rows = cast.ROWS_NOW.filter((row) => row.terminal === terminal);
  const first = Math.min(EVENING_TO_MS, ...rows.map(({ atMs }) => atMs));
  return first - (first % MINUTE_MS);
}

function lateGroups(): Group[] {
  const { transfers } = EVENT;
  // The payments pending at 21:42:18 succeed.
  const pending = cast.ROWS_NOW.filter(({ status }) => status === "pending");
  const final = {
    count: transfers.finalCount - pending.length,
    naira: transfers.finalNaira - sum(pending.map(({ naira }) => naira)),
  };
  const pairs = [
    { terminal: 0, now: transfers, final, from: LATE_FROM_MS },
    ...TERMINALS.map((now, index) => ({
      terminal: index + 1,
      now,
      final: { count: now.finalCount, naira: now.finalNaira },
      from: now.backClock ? atClock(now.backClock) : LATE_FROM_MS,
    })),
  ];
  return pairs.flatMap(({ terminal, now, final, from }): Group[] => {
    const group = { terminal, from, to: LATE_TO_MS };
    const [count, naira] = [final.count - now.count, final.naira - now.naira];
    const taken = { ...group, count, naira, prices: pricesOf(terminal) };
    return terminal > 0 ? [taken, { ...FAILURES, ...group, count: 1 }] : [taken];
  });
}

/** Adds the payments that each group still lacks in number and sum, and returns all. */
function complete(
  random: Random,
  written: readonly StoryPayment[],
  groups: readonly Group[],
): StoryPayment[] {
  const story = [...written];
  for (const { terminal, operator, status = "successful", from, to, prices, notes, ...whole } of groups) {
    const existing = story.filter(
      (one) =>
        one.terminal === terminal &&
        one.status === status &&
        one.operator === (operator ?? one.operator) &&
        one.atMs >= from,
    );
    const count = whole.count - existing.length;
    const amounts = whole.naira
      ? spreadTotal(random, { count, naira: whole.naira - sum(existing.map(({ naira }) => naira)), prices })
      : Array.from({ length: count }, () => random.pick(prices));
    for (const [index, atMs] of sampleTimes(random, { from, to, count }).entries()) {
      const naira = amounts[index] ?? 0;
      story.push({
        ...createPayment(random, { terminal, atMs, naira, notes }),
        operator: operator ?? "",
        status,
      });
    }
  }
  return story;
}

function createPayment(
  random: Random,
  { notes, ...known }: Pick<StoryPayment, "terminal" | "atMs" | "naira"> & Pick<Group, "notes">,
): StoryPayment {
  const channel = known.terminal > 0 ? "pos" : "bank_transfer";
  return { ...known, channel, operator: "", status: "successful", ...createPayer(random, channel, notes) };
}

/** Draws times by the event's activity, each from its own part of the range, in whole seconds. */
function sampleTimes(
  random: Random,
  { from, to, count }: { from: number; to: number; count: number },
): number[] {
  const minutes: { atMs: number; upTo: number }[] = [];
  let total = 0;
  for (let atMs = from; atMs < to; atMs += MINUTE_MS) {
    total += activityAt(atMs);
    minutes.push({ atMs, upTo: total });
  }
  return Array.from({ length: count }, (_, index) => {
    const drawn = ((index + random.next()) / count) * total;
    const minute = minutes.find(({ upTo }) => upTo > drawn);
    return (minute?.atMs ?? from) + random.whole(MINUTE_MS / SECOND_MS) * SECOND_MS;
  });
}

/** Interpolates the relative number of payments in a minute; zero in the minutes with a fixed number. */
function activityAt(atMs: number): number {
  if (FIXED_MINUTES.includes(atMs)) return 0;
  const next = ACTIVITY.findIndex((point) => point.atMs > atMs);
  const [before, after] = [ACTIVITY[next - 1], ACTIVITY[next]];
  if (!before || !after) return 1;
  const share = (atMs - before.atMs) / (after.atMs - before.atMs);
  return before.rate + share * (after.rate - before.rate);
}
