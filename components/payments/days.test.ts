/** Guarantee: no payment's clock time is read as that of another day. */
import { expect, test } from "vitest";
import { daysIn } from "./days";

const rows = (...times: string[]) => times.map((paid_at) => ({ paid_at }));

test("a list of one day needs no line, and an empty one neither", () => {
  expect(daysIn(rows("2026-12-12T20:00:00.000Z", "2026-12-12T18:00:00.000Z"))).toEqual([]);
  expect(daysIn([])).toEqual([]);
});

test("a day begins at midnight in Lagos, above the first payment listed of it", () => {
  const night = rows(
    "2026-12-12T23:30:00.000Z",
    "2026-12-12T23:00:00.000Z",
    "2026-12-12T22:59:59.999Z",
    "2026-12-12T20:00:00.000Z",
  );
  expect(daysIn(night)).toEqual([0, 2]);
});

test("a payment of another day between others has its own line, and those after it theirs", () => {
  const late = rows("2026-12-12T20:00:00.000Z", "2026-12-10T20:00:00.000Z", "2026-12-12T19:00:00.000Z");
  expect(daysIn(late)).toEqual([0, 1, 2]);
});
