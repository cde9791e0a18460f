import { setImmediate as nextIteration } from "node:timers/promises";
import { expect, test } from "vitest";
import { collectHeap } from "./gc-tuning";

test("the whole heap is collected at once", async () => {
  const unused = Array.from({ length: 100 }, (_, index) => new WeakRef({ index }));
  // A WeakRef keeps its object until the end of the iteration that created it.
  await nextIteration();
  collectHeap();
  expect(unused.filter((reference) => reference.deref() !== undefined)).toEqual([]);
});
