/** Guarantee: a chart of payments per minute shows each minute once, the empty ones too. */
import { describe, expect, test } from "vitest";
import { nightEndOf, rateOf, smoothed } from "./rate";

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
