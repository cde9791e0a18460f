/** Guarantee: the marks of a chart of minutes are round, few, and hold every bar. */
import { expect, test } from "vitest";
import { countTicks, roomFor, timeTicks } from "./minutes";

const barOf = (transfers: number, pos = 0) => ({ atMs: 0, transfers, pos, isRunning: false });

test.each([
  [0, [0, 1, 2, 3]],
  [0.4, [0, 1, 2, 3]],
  [3, [0, 1, 2, 3]],
  [7, [0, 3, 6, 9]],
  [15, [0, 5, 10, 15]],
  [20, [0, 8, 16, 24]],
  [31, [0, 12, 24, 36]],
  [240, [0, 80, 160, 240]],
  [1000, [0, 400, 800, 1200]],
])("a highest bar of %d has the counts %j beside it", (highest, ticks) => {
  expect(countTicks([barOf(highest / 2, highest / 2), barOf(0)])).toEqual(ticks);
});

test("no bars have marks too, and no highest bar stands above its marks", () => {
  expect(countTicks([])).toEqual([0, 1, 2, 3]);
  for (let highest = 1; highest < 20_000; highest += 7) {
    expect(countTicks([barOf(highest)]).at(-1)).toBeGreaterThanOrEqual(highest);
  }
});

test("counts of three figures and more have the room that they need", () => {
  expect(
    [
      [0, 9],
      [0, 15],
      [0, 180],
      [0, 1200],
    ].map(roomFor),
  ).toEqual([24, 24, 31, 38]);
});

test("times are marked every ten minutes of an hour, none at its ends", () => {
  const hour = Array.from({ length: 60 }, (_, minute) => ({ atMs: (minute + 5) * 60_000 }));
  expect(timeTicks(hour).map((atMs) => atMs / 60_000)).toEqual([10, 20, 30, 40, 50, 60]);
});
