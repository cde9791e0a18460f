/** Guarantee: a long list renders the rows in view at every scroll position, with spare rows on both sides. */
import { expect, test } from "vitest";
import { computeRowRange } from "./use-virtual-rows";

const HEIGHT = 38;
const VIEWPORT = 900;

test("at every scroll position the rows in view and twelve more on each side are rendered", () => {
  for (let top = -2_000; top < 1_000 * HEIGHT; top += 97) {
    const [first, last] = computeRowRange(1_000, HEIGHT, top, VIEWPORT);
    const visible = [top / HEIGHT, (top + VIEWPORT) / HEIGHT] as const;
    expect(first, `from ${top}`).toBeLessThanOrEqual(Math.max(0, visible[0] - 12));
    expect(last, `until ${top}`).toBeGreaterThanOrEqual(Math.min(1_000, Math.max(0, visible[1] + 12)));
  }
});

test("at most 72 rows are rendered, regardless of the list's length", () => {
  const [first, last] = computeRowRange(1_000_000, HEIGHT, 20_000_000, VIEWPORT);
  expect(last - first).toBeLessThanOrEqual(72);
});

test("a list far outside the viewport renders no rows", () => {
  expect(computeRowRange(300, HEIGHT, -50_000, VIEWPORT)).toEqual([0, 0]);
  expect(computeRowRange(300, HEIGHT, 50_000, VIEWPORT)).toEqual([300, 300]);
});
