/** Guarantee: a chart of payments per minute shows each minute once, the empty ones too. */
import { describe, expect, test } from "vitest";
import { nightEndOf, nightStartOf, rateOf, sinceWhen, smoothed } from "./rate";

const MINUTE = 60_000;
const at = (minute: number) => minute * MINUTE;

test("every minute has its bar, also one without a payment, and the running one is told apart", () => {
  const { bars, last, peak } = rateOf(
    [
      [100, 2, 1],
      [102, 0, 4],
      [103, 1, 0],
    ],
    at(100),
    at(103) + 5_000,
  );
  expect(bars).toEqual([
    { atMs: at(100), transfers: 2, pos: 1, isRunning: false },
    { atMs: at(101), transfers: 0, pos: 0, isRunning: false },
    { atMs: at(102), transfers: 0, pos: 4, isRunning: false },
    { atMs: at(103), transfers: 1, pos: 0, isRunning: true },
  ]);
  expect([last, peak]).toEqual([4, { count: 4, atMs: at(102) }]);
});

test("a long night is shown some minutes at a time, by their average, and its peak is still a minute's", () => {
  const minutes = Array.from({ length: 480 }, (_, minute) => [minute, minute === 7 ? 9 : 2, 0] as const);
  const rate = rateOf(minutes, 0, at(479));
  expect(rate.step).toBe(5);
  expect(rate.bars).toHaveLength(96);
  expect(rate.bars[0]?.transfers).toBe(2);
  expect(rate.bars[1]?.transfers).toBeCloseTo(3.4);
  expect(rate.peak).toEqual({ count: 9, atMs: at(7) });
});

test("bars of several minutes begin on round times", () => {
  expect(rateOf([], at(7), at(300)).bars[0]?.atMs).toBe(at(5));
});

test.each([
  ["a fortnight", 0, 14 * 1_440],
  ["since year 1", Date.UTC(1, 0, 1) / MINUTE - 1_900 * 365 * 1_440, 29_000_000],
  ["until year 9999", 29_000_000, Date.UTC(9999, 11, 31) / MINUTE],
])("a chart of %s has bars that can be told apart, from the first minute to the last", (_, from, until) => {
  const rate = rateOf([[until, 3, 0]], at(from), at(until));
  expect(rate.bars.length).toBeLessThanOrEqual(122);
  expect(rate.bars[0]?.atMs).toBeLessThanOrEqual(at(from));
  expect(rate.bars.at(-1)).toMatchObject({ transfers: 3 / rate.step, isRunning: true });
});

test("bars of several hours and of days begin at hours and midnights of Lagos", () => {
  const lagos = ({ bars }: ReturnType<typeof rateOf>) =>
    new Date((bars[0]?.atMs ?? 0) + 3_600_000).toISOString().slice(11, 16);
  const from = Date.UTC(2026, 11, 12, 16, 30);
  expect(lagos(rateOf([], from, from + at(7 * 1_440)))).toBe("16:00");
  expect(lagos(rateOf([], from, from + at(100 * 1_440)))).toBe("00:00");
});

describe("an event is shown", () => {
  const paid = [[10_000, 1, 0] as const, [10_300, 1, 0] as const];
  const planned = (minute: number) => new Date(at(minute)).toISOString();

  test.each([
    ["from its planned start", planned(9_900), at(9_900)],
    ["from its first payment where no start was planned", null, at(10_000)],
    [
      "from a day before its first payment where the planned start is ages ago",
      "0001-01-01T00:00:00.000Z",
      at(8_560),
    ],
    ["from its last payment where it has not begun", planned(99_000), at(10_300)],
  ])("%s", (_, startsAt, expected) => expect(nightStartOf(paid, startsAt, at(10_400))).toBe(expected));

  test("from now on while nobody has paid, whatever was planned", () =>
    expect(nightStartOf([], "0001-01-01T00:00:00.000Z", at(10_000))).toBe(at(8_560)));

  test("since a time of the night, or since a day", () => {
    const now = Date.UTC(2026, 11, 13, 0, 30);
    expect(sinceWhen(Date.UTC(2026, 11, 12, 16), now)).toBe("17:00");
    expect(sinceWhen(Date.UTC(2026, 11, 1, 16), now)).toBe("1 Dec");
  });
});

test("minutes outside are left out", () => {
  expect(
    rateOf(
      [
        [1, 5, 5],
        [50, 1, 0],
      ],
      at(49),
      at(51),
    ).peak?.count,
  ).toBe(1);
});

test("an average of five forgets the running minute", () => {
  const rate = rateOf(
    [
      [0, 5, 0],
      [1, 0, 0],
      [2, 100, 0],
    ],
    0,
    at(2),
  );
  expect(smoothed(rate).map(({ transfers }) => transfers)).toEqual([2.5, 2.5, 2.5]);
});

describe("the night of a closed event ends", () => {
  const paidAt = (minute: number) => [[minute, 1, 0]] as const;
  const planned = new Date(at(480)).toISOString();

  test.each([
    ["as planned, though it was closed a day after", paidAt(470), planned, at(1_920), at(480)],
    ["with a payment that came later than planned", paidAt(495), planned, at(1_920), at(495)],
    ["at its close, though more was planned", paidAt(400), planned, at(450), at(450)],
    ["at its close where no end was planned", paidAt(400), null, at(1_920), at(1_920)],
    ["as planned where nobody paid", [], planned, at(1_920), at(480)],
  ])("%s", (_, minutes, endsAt, closedAtMs, expected) => {
    expect(nightEndOf(minutes, endsAt, closedAtMs)).toBe(expected);
  });
});
