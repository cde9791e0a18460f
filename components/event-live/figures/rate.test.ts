/** Guarantee: a chart of payments per minute shows each minute once, including empty ones. */
import { describe, expect, test } from "vitest";
import { computeRate, formatSince, getChartEnd, getChartStart, smoothRate } from "./rate";

const MINUTE = 60_000;
const at = (minute: number) => minute * MINUTE;

test("every minute has a bar, including empty ones, and the running minute is marked", () => {
  const { bars, last, peak } = computeRate(
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

test("a long event has bars of several minutes with their average, and the peak of a single minute", () => {
  const minutes = Array.from({ length: 480 }, (_, minute) => [minute, minute === 7 ? 9 : 2, 0] as const);
  const rate = computeRate(minutes, 0, at(479));
  expect(rate.step).toBe(5);
  expect(rate.bars).toHaveLength(96);
  expect(rate.bars[0]?.transfers).toBe(2);
  expect(rate.bars[1]?.transfers).toBeCloseTo(3.4);
  expect(rate.peak).toEqual({ count: 9, atMs: at(7) });
});

test("bars of several minutes begin at round times", () => {
  expect(computeRate([], at(7), at(300)).bars[0]?.atMs).toBe(at(5));
});

test.each([
  ["a fortnight", 0, 14 * 1_440],
  ["since year 1", Date.UTC(1, 0, 1) / MINUTE - 1_900 * 365 * 1_440, 29_000_000],
  ["until year 9999", 29_000_000, Date.UTC(9999, 11, 31) / MINUTE],
])("a chart of %s has at most 122 bars, from the first minute to the last", (_, from, until) => {
  const rate = computeRate([[until, 3, 0]], at(from), at(until));
  expect(rate.bars.length).toBeLessThanOrEqual(122);
  expect(rate.bars[0]?.atMs).toBeLessThanOrEqual(at(from));
  expect(rate.bars.at(-1)).toMatchObject({ transfers: 3 / rate.step, isRunning: true });
});

test("bars of hours and days begin at full hours and midnights in Lagos", () => {
  const lagos = ({ bars }: ReturnType<typeof computeRate>) =>
    new Date((bars[0]?.atMs ?? 0) + 3_600_000).toISOString().slice(11, 16);
  const from = Date.UTC(2026, 11, 12, 16, 30);
  expect(lagos(computeRate([], from, from + at(7 * 1_440)))).toBe("16:00");
  expect(lagos(computeRate([], from, from + at(100 * 1_440)))).toBe("00:00");
});

describe("the chart of an event starts", () => {
  const paid = [[10_000, 1, 0] as const, [10_300, 1, 0] as const];
  const planned = (minute: number) => new Date(at(minute)).toISOString();

  test.each([
    ["at its planned start", planned(9_900), at(9_900)],
    ["at its first payment if no start was planned", null, at(10_000)],
    [
      "a day before its first payment if the planned start is long before",
      "0001-01-01T00:00:00.000Z",
      at(8_560),
    ],
    ["at its last payment if its planned start is later", planned(99_000), at(10_300)],
  ])("%s", (_, startsAt, expected) => expect(getChartStart(paid, startsAt, at(10_400))).toBe(expected));

  test("a day before now at the earliest without payments", () =>
    expect(getChartStart([], "0001-01-01T00:00:00.000Z", at(10_000))).toBe(at(8_560)));

  test("the start is formatted as a time of day, or as a day if long ago", () => {
    const now = Date.UTC(2026, 11, 13, 0, 30);
    expect(formatSince(Date.UTC(2026, 11, 12, 16), now)).toBe("17:00");
    expect(formatSince(Date.UTC(2026, 11, 1, 16), now)).toBe("1 Dec");
  });
});

test("minutes outside the range are omitted", () => {
  expect(
    computeRate(
      [
        [1, 5, 5],
        [50, 1, 0],
      ],
      at(49),
      at(51),
    ).peak?.count,
  ).toBe(1);
});

test("a five-minute average excludes the running minute", () => {
  const rate = computeRate(
    [
      [0, 5, 0],
      [1, 0, 0],
      [2, 100, 0],
    ],
    0,
    at(2),
  );
  expect(smoothRate(rate).map(({ transfers }) => transfers)).toEqual([2.5, 2.5, 2.5]);
});

describe("the chart of a closed event ends", () => {
  const paidAt = (minute: number) => [[minute, 1, 0]] as const;
  const planned = new Date(at(480)).toISOString();

  test.each([
    ["at the planned end, if it was closed a day later", paidAt(470), planned, at(1_920), at(480)],
    ["at the last payment, if that is after the planned end", paidAt(495), planned, at(1_920), at(495)],
    ["at its close, if that is before the planned end", paidAt(400), planned, at(450), at(450)],
    ["at its close, if no end was planned", paidAt(400), null, at(1_920), at(1_920)],
    ["at the planned end, without payments", [], planned, at(1_920), at(480)],
  ])("%s", (_, minutes, endsAt, closedAtMs, expected) => {
    expect(getChartEnd(minutes, endsAt, closedAtMs)).toBe(expected);
  });
});
