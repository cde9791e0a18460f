/** Guarantee: of a long list there is at every scroll what is in sight, and rows to spare on either side. */
import { expect, test } from "vitest";
import { sliceOf } from "./use-virtual-rows";

const HEIGHT = 38;
const SIGHT = 900;

test("wherever the list is scrolled to, the rows in sight are there with twelve to spare, or the list's end", () => {
  for (let top = -2_000; top < 1_000 * HEIGHT; top += 97) {
    const [first, last] = sliceOf(1_000, HEIGHT, top, SIGHT);
    const seen = [top / HEIGHT, (top + SIGHT) / HEIGHT] as const;
    expect(first, `from ${top}`).toBeLessThanOrEqual(Math.max(0, seen[0] - 12));
    expect(last, `until ${top}`).toBeGreaterThanOrEqual(Math.min(1_000, Math.max(0, seen[1] + 12)));
  }
});

test("a window is as many rows as are seen and a few dozen, however long the list", () => {
  const [first, last] = sliceOf(1_000_000, HEIGHT, 20_000_000, SIGHT);
  expect(last - first).toBeLessThanOrEqual(72);
});

test("a list that is far below or above what is in sight shows no row twice and none beyond its end", () => {
  expect(sliceOf(300, HEIGHT, -50_000, SIGHT)).toEqual([0, 0]);
  expect(sliceOf(300, HEIGHT, 50_000, SIGHT)).toEqual([300, 300]);
});
