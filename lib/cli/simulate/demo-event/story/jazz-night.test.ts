// Guarantee: the demo event's figures match the screenshots to the naira, and a seed reproduces the same event.
import { describe, expect, it } from "vitest";
import { assertDefined } from "@/lib/core/errors/assert";
import { MINUTE_MS } from "@/lib/core/time/durations";
import { EVENT, OPERATORS, PRESALES, ROWS_LAST, ROWS_NOW, TERMINALS } from "./cast";
import { firstName, generateJazzNight } from "./jazz-night";
import { atClock, type StoryPayment, sum } from "./payment";

const SEED = 12;
const NOW_MS = atClock(EVENT.nowClock);
const night = generateJazzNight(SEED);
const untilNow = night.filter(({ atMs }) => atMs <= NOW_MS);

const taken = (payments: StoryPayment[]) => {
  const good = payments.filter(({ status }) => status === "successful");
  return { count: good.length, naira: sum(good.map(({ naira }) => naira)) };
};
const failed = (payments: StoryPayment[]) => payments.filter(({ status }) => status === "failed").length;
const at = (payments: StoryPayment[], terminal: number) =>
  payments.filter((payment) => payment.terminal === terminal);

describe("the event until 21:42:18", () => {
  it("has 1,631 payments: transfers, terminal payments, two pending and 21 failed", () => {
    expect(untilNow).toHaveLength(1_631);
    expect(taken(untilNow)).toEqual({ count: 1_608, naira: 42_912_500 });
    expect(taken(at(untilNow, 0))).toEqual({ count: 743, naira: 25_309_500 });
    const waiting = untilNow.filter(({ status }) => status === "pending");
    expect({ count: waiting.length, naira: sum(waiting.map(({ naira }) => naira)) }).toEqual({
      count: 2,
      naira: 45_000,
    });
    expect(failed(untilNow)).toBe(21);
  });

  it.each(TERMINALS.map((terminal, index) => [index + 1, terminal] as const))(
    "Terminal %i has the takings of its card",
    (number, terminal) => {
      const own = at(untilNow, number);
      expect({ ...taken(own), failed: failed(own) }).toEqual({
        count: terminal.count,
        naira: terminal.naira,
        failed: terminal.failed,
      });
    },
  );

  it.each(OPERATORS.map(({ name, naira, transfers }) => ({ name, naira, transfers })))(
    "$name has the transfers of the leaderboard",
    ({ name, naira, transfers }) => {
      const own = taken(at(untilNow, 0).filter(({ operator }) => operator === firstName(name)));
      expect(own.naira).toBe(naira);
      if (transfers > 0) expect(own.count).toBe(transfers);
    },
  );

  it("Halima's bar is handed over at eight: 113 payments before, 99 after, for both operators", () => {
    const eight = atClock("20:00");
    const bar = untilNow.filter(({ terminal, status }) => terminal === 5 && status === "successful");
    const shares = (["Halima", "Chidi"] as const).map((name) => {
      const own = untilNow.filter(({ operator }) => operator === name);
      const poured = bar.filter(({ atMs }) => (name === "Halima" ? atMs < eight : atMs >= eight));
      return { count: own.length + poured.length, naira: sum([...own, ...poured].map(({ naira }) => naira)) };
    });
    expect(shares).toEqual([
      { count: 113, naira: 795_000 },
      { count: 99, naira: 815_500 },
    ]);
  });

  it("Terminal 6 is inactive since 21:24:01", () => {
    expect(Math.max(...at(untilNow, 6).map(({ atMs }) => atMs))).toBe(atClock("21:24:01"));
  });

  it("peaks at 15 in a minute at 21:33, has 11 in the last full one, and the stated takings in the last five", () => {
    const perMinute = (clock: string) =>
      taken(untilNow.filter(({ atMs }) => Math.floor((atMs - atClock(clock)) / MINUTE_MS) === 0)).count;
    expect([perMinute("21:33"), perMinute("21:41"), perMinute("20:50"), perMinute("21:15")]).toEqual([
      15, 11, 0, 0,
    ]);
    const counts = new Map<number, number>();
    for (const { atMs, status } of untilNow) {
      const minute = Math.floor(atMs / MINUTE_MS);
      if (status === "successful") counts.set(minute, (counts.get(minute) ?? 0) + 1);
    }
    expect(Math.max(...counts.values())).toBe(15);
    const last = untilNow.filter(({ atMs }) => atMs > NOW_MS - 5 * MINUTE_MS);
    expect(taken(last).naira).toBe(1_392_500);
  });

  it("ends with exactly the rows of the screenshots", () => {
    const newest = [...untilNow].reverse();
    expect(newest.slice(0, 13).map(({ payer }) => payer)).toEqual(
      ROWS_NOW.slice(0, 13).map(({ payer }) => payer),
    );
    for (const row of ROWS_NOW) expect(untilNow).toContainEqual(row);
  });

  it("sold 102 tickets on days before", () => {
    const before = untilNow.filter(({ atMs }) => atMs < 0);
    expect(taken(before)).toEqual({ count: sum(PRESALES.map(([, count]) => count)), naira: 6_515_000 });
  });
});

describe("the complete event", () => {
  it("ends with the totals of the closed event", () => {
    const final = night.map((payment) =>
      payment.status === "pending" ? { ...payment, status: "successful" as const } : payment,
    );
    expect(final).toHaveLength(2_401);
    expect(taken(final)).toEqual({ count: 2_372, naira: 58_630_500 });
    expect(taken(at(final, 0))).toEqual({ count: 1_020, naira: 32_543_500 });
    expect(failed(final)).toBe(29);
    for (const [index, { finalCount, finalNaira }] of TERMINALS.entries()) {
      expect(taken(at(final, index + 1))).toEqual({ count: finalCount, naira: finalNaira });
    }
    expect(night.at(-1)).toEqual(ROWS_LAST[0]);
  });

  it("is reproduced by its seed; another seed changes the payments but not the totals", () => {
    expect(generateJazzNight(SEED)).toEqual(night);
    const other = generateJazzNight(SEED + 1);
    expect(other).not.toEqual(night);
    expect(taken(other.filter(({ atMs }) => atMs <= NOW_MS))).toEqual({ count: 1_608, naira: 42_912_500 });
  });

  it("has prices in multiples of 500, payers with accounts, and times in whole seconds", () => {
    for (const { naira, account, atMs, payer, bank } of night) {
      expect(naira).toBeGreaterThan(0);
      expect(naira % 500).toBe(0);
      expect(account).toMatch(/^\d{10}$/);
      expect(Number.isInteger(atMs / 1000)).toBe(true);
      expect(payer).toMatch(/\S \S/);
      expect(assertDefined(bank, "a bank's code")).toMatch(/^\d{3,6}$/);
    }
  });
});
