/** Guarantee: every payment is shown below the day it belongs to. */
import { expect, test } from "vitest";
import { findDayStarts } from "./day-starts";

const rows = (...times: string[]) => times.map((paid_at) => ({ paid_at }));

test("a list of one day and an empty list have no day lines", () => {
  expect(findDayStarts(rows("2026-12-12T20:00:00.000Z", "2026-12-12T18:00:00.000Z"))).toEqual([]);
  expect(findDayStarts([])).toEqual([]);
});

test("a day begins at midnight in Lagos, above its first listed payment", () => {
  const night = rows(
    "2026-12-12T23:30:00.000Z",
    "2026-12-12T23:00:00.000Z",
    "2026-12-12T22:59:59.999Z",
    "2026-12-12T20:00:00.000Z",
  );
  expect(findDayStarts(night)).toEqual([0, 2]);
});

test("a payment of another day between others has its own day line, and so do those after it", () => {
  const late = rows("2026-12-12T20:00:00.000Z", "2026-12-10T20:00:00.000Z", "2026-12-12T19:00:00.000Z");
  expect(findDayStarts(late)).toEqual([0, 1, 2]);
});
