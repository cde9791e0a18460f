import { assertDefined } from "@/lib/core/errors/assert";
import { type Random, randomFrom } from "../../random";
import { spreadTotal, sum } from "./amounts";
import * as cast from "./cast";
import { matchWindow } from "./match-range-total";
import { atClock, DAY_MS, HOUR_MS, type StoryPayment } from "./payment";
import { createPayer } from "./people";
import { ROWS_LAST, ROWS_NOW } from "./rows";
import { eveningSlots, hourSlots, lateSlots, type Slot } from "./slots";

const NOW_MS = atClock(cast.EVENT.nowClock);
const FAILURES_BEFORE_MS = atClock("20:40");
const WINDOW_MS = 5 * 60_000;
const BAR_2 = 5;

const at = (payments: readonly StoryPayment[], terminal: number) =>
  payments.filter((payment) => payment.terminal === terminal);
const ok = (payments: readonly StoryPayment[]) => payments.filter(({ status }) => status === "successful");
const nairaOf = (payments: readonly StoryPayment[]) => sum(payments.map(({ naira }) => naira));

/**
 * Generates the complete event by time: up to 21:42:18 as in the screenshots, to the naira, then to its end. The same
 * seed generates the same event.
 */
export function generateJazzNight(seed: number): StoryPayment[] {
  const random = randomFrom(seed);
  const early = [...presales(random), ...untilNow(random)];
  matchWindow(early, {
    from: NOW_MS - WINDOW_MS,
    to: NOW_MS,
    naira: cast.EVENT.lastFiveMinutesNaira,
    keep: new Set(ROWS_NOW),
  });
  return [...early, ...afterwards(random)].sort((one, other) => one.atMs - other.atMs);
}

function blank(random: Random, slot: Slot): StoryPayment {
  const channel = slot.terminal > 0 ? "pos" : "bank_transfer";
  return { ...slot, channel, operator: "", status: "successful", naira: 0, ...createPayer(random, channel) };
}

/** Sets the missing amounts so that all payments add up to this total. */
function price(random: Random, payments: StoryPayment[], naira: number, prices: readonly number[]): void {
  const open = payments.filter((payment) => payment.naira === 0);
  const rest = naira - nairaOf(payments);
  const amounts = spreadTotal(random, { count: open.length, naira: rest, prices });
  for (const [index, payment] of open.entries()) payment.naira = amounts[index] ?? 0;
}

function presales(random: Random): StoryPayment[] {
  return cast.PRESALES.flatMap(([daysBefore, count, naira]) => {
    // Between nine in the morning and eight in the evening.
    const day = Array.from({ length: count }, () =>
      blank(random, {
        atMs: -daysBefore * DAY_MS - 8 * HOUR_MS + random.whole(11 * 3600) * 1000,
        terminal: 0,
      }),
    );
    price(random, day, naira, cast.EARLY_BIRD);
    return day;
  });
}

function untilNow(random: Random): StoryPayment[] {
  const written = [...ROWS_NOW];
  const hour = hourSlots(random, written).map((slot) => blank(random, slot));
  const late = [...written, ...hour];
  const { transfers } = cast.EVENT;
  const soldBefore = sum(cast.PRESALES.map(([, count]) => count));
  const rest = {
    transfers: transfers.count + transfers.failed + transfers.pending - soldBefore - at(late, 0).length,
    terminals: cast.TERMINALS.map(({ count, failed }, index) => count + failed - at(late, index + 1).length),
  };
  const night = [...late, ...eveningSlots(random, rest).map((slot) => blank(random, slot))];
  for (const [index, { failed }] of cast.TERMINALS.entries()) fail(random, at(night, index + 1), failed);
  fail(random, at(night, 0), transfers.failed);
  for (const [index] of cast.TERMINALS.entries()) priceTerminal(random, ok(at(night, index + 1)), index);
  priceTransfers(random, night);
  return night;
}

/**
 * Marks payments as failed until `count` are; besides the fixed rows they are random, and well before the rows on the
 * screen.
 */
function fail(random: Random, payments: StoryPayment[], count: number): void {
  const others = payments.filter(({ naira, atMs }) => naira === 0 && atMs < FAILURES_BEFORE_MS);
  const already = payments.filter(({ status }) => status === "failed").length;
  for (let left = count - already; left > 0; left--) {
    const [payment] = others.splice(random.whole(others.length), 1);
    if (payment) Object.assign(payment, { status: "failed", naira: 1_000 * (2 + random.whole(24)) });
  }
}

function priceTerminal(random: Random, payments: StoryPayment[], index: number): void {
  const { naira, prices, handOver } = assertDefined(cast.TERMINALS[index], "a terminal of the cast");
  if (handOver) {
    const before = payments.filter(({ atMs }) => atMs < atClock(handOver.atClock));
    price(random, before, cast.BEFORE_HAND_OVER_NAIRA, prices);
  }
  price(random, payments, naira, prices);
}

/** Assigns transfers manually, as many as each operator has, and prices them; the rest is unassigned. */
function priceTransfers(random: Random, night: StoryPayment[]): void {
  const free = ok(at(night, 0)).filter(({ naira }) => naira === 0);
  const halima =
    cast.BAR_2.halimaPayments - ok(at(night, BAR_2)).filter(({ atMs }) => atMs < atClock("20:00")).length;
  const countOf = ({ name, transfers }: cast.StoryOperator) =>
    name.startsWith("Halima") ? halima : name.startsWith("Chidi") ? cast.BAR_2.transfers - halima : transfers;
  for (const operator of cast.OPERATORS) {
    const name = firstName(operator.name);
    const own = ok(at(night, 0)).filter((payment) => payment.operator === name);
    const from = operator.fromClock ? atClock(operator.fromClock) : 0;
    const to = operator.toClock ? atClock(operator.toClock) : atClock("21:28");
    while (own.length < countOf(operator)) {
      const fitting = free.filter(({ atMs }) => atMs >= from && atMs < to);
      const chosen = assertDefined(fitting[random.whole(fitting.length)], "a free transfer in the shift");
      free.splice(free.indexOf(chosen), 1);
      own.push(Object.assign(chosen, { operator: name, narration: random.pick(operator.notes) }));
    }
    price(random, own, operator.naira, operator.prices);
  }
  const linked = sum(cast.OPERATORS.map(({ naira }) => naira));
  const sold = sum(cast.PRESALES.map(([, , naira]) => naira));
  const unassigned = ok(at(night, 0)).filter(({ operator }) => operator === "");
  price(random, unassigned, cast.EVENT.transfers.naira - linked - sold, cast.MIXED);
}

/** Returns the first name by which the story identifies an operator. */
export const firstName = (name: string) => name.split(" ")[0] ?? name;

function afterwards(random: Random): StoryPayment[] {
  const written = [...ROWS_LAST];
  const { transfers, finalFailed } = cast.EVENT;
  const failedSoFar = transfers.failed + sum(cast.TERMINALS.map(({ failed }) => failed));
  const failures = Array.from({ length: finalFailed - failedSoFar }, (_, index) => index + 1);
  const successes = {
    // The two payments pending at 21:42 succeed.
    transfers: transfers.finalCount - transfers.count - transfers.pending - at(written, 0).length,
    terminals: cast.TERMINALS.map(
      ({ finalCount, count }, index) => finalCount - count - at(written, index + 1).length,
    ),
  };
  const rest = lateSlots(random, successes).map((slot) => blank(random, slot));
  const failed = lateSlots(random, { transfers: 0, terminals: failures.map(() => 1) }).map((slot) => ({
    ...blank(random, slot),
    status: "failed" as const,
    naira: 1_000 * (2 + random.whole(24)),
  }));
  const all = [...written, ...rest];
  for (const [index, terminal] of cast.TERMINALS.entries()) {
    price(random, at(all, index + 1), terminal.finalNaira - terminal.naira, terminal.prices);
  }
  const waited = nairaOf(ROWS_NOW.filter(({ status }) => status === "pending"));
  price(random, at(all, 0), transfers.finalNaira - transfers.naira - waited, cast.MIXED);
  return [...all, ...failed];
}
