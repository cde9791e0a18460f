import { expect, test, vi } from "vitest";
import { rowSteps } from "./row-steps";

test("the rows above and below the open one are opened, and none beyond the ends or beside an unlisted row", () => {
  const opened = vi.fn();
  const ids = ["a", "b", "c"];
  const middle = rowSteps(ids, "b", opened);
  middle.onPrevious?.();
  middle.onNext?.();
  expect(opened.mock.calls).toEqual([["a"], ["c"]]);
  expect(rowSteps(ids, "a", opened).onPrevious).toBeUndefined();
  expect(rowSteps(ids, "c", opened).onNext).toBeUndefined();
  for (const unlisted of [
    rowSteps(ids, "d", opened),
    rowSteps(ids, undefined, opened),
    rowSteps(undefined, "a", opened),
  ])
    expect(unlisted).toEqual({ onPrevious: undefined, onNext: undefined });
});
