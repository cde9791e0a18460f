/** Guarantee: a share of what was settled is said only where something was taken, and is all only where it is all. */
import { expect, test } from "vitest";
import { settledPercent } from "./share";

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
