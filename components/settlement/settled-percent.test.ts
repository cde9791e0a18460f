/**
 * Guarantee: the settled share exists only if something was taken, and is 100 percent only if all is settled.
 */
import { expect, test } from "vitest";
import { settledPercent } from "./settled-percent";

test.each([
  ["0.00", "0.00", undefined],
  ["0.00", "100.00", 0],
  ["0.01", "100000.00", 1],
  ["200.00", "100.00", 67],
  ["100.00", "200.00", 33],
  ["99999.99", "0.01", 99],
  ["300.00", "0.00", 100],
  ["300.00", "-20.00", 100],
])("%s settled and %s awaiting is %s percent", (settled, awaiting, percent) =>
  expect(settledPercent(settled, awaiting)).toBe(percent),
);
