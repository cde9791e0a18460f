/** Guarantee: what comes and goes with each request is freed by minor garbage collections, and is listed exactly. */
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { InFlightList } from "./in-flight-list";
import { InFlightMap } from "./in-flight-map";

const KEYS = ["a", "10", "2", "__proto__", "constructor", "size"];
const step = fc.record({ key: fc.constantFrom(...KEYS), isAdded: fc.boolean() });

test("the map has the entries that a Map has", () => {
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const [ours, model] = [new InFlightMap<number>(), new Map<string, number>()];
      for (const [index, { key, isAdded }] of steps.entries()) {
        if (isAdded) {
          ours.set(key, index);
          model.set(key, index);
        } else expect(ours.delete(key)).toBe(model.delete(key));
        expect(ours.get(key)).toBe(model.get(key));
        expect(ours.has(key)).toBe(model.has(key));
        expect(ours.size).toBe(model.size);
        expect(new Map(ours.toArray())).toEqual(model);
      }
    }),
  );
});

test("the list has the values that a Set has, in their order", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20)), (steps) => {
      const [ours, model] = [new InFlightList<object>(), new Set<object>()];
      const added: ReturnType<typeof ours.add>[] = [];
      for (const choice of steps) {
        const member = added[choice];
        if (member) expect(ours.remove(member)).toBe(model.delete(member.value));
        else {
          added.push(ours.add({}));
          model.add(added.at(-1)?.value ?? {});
        }
        expect([...ours]).toEqual([...model]);
        expect(ours.size).toBe(model.size);
        expect(ours.first?.value).toBe([...model][0]);
      }
    }),
  );
});

setFlagsFromString("--expose-gc");
const collect: (options?: { type: "minor" }) => void = runInNewContext("gc");
const readOldBytes = () =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === "old_space")?.space_used_size ?? 0;

/**
 * Adds 16 MB of values, of which four at a time are in flight, with minor collections between them. Returns by how many bytes the
 * old generation grew. `add` returns the function that removes the value.
 */
function measurePromotion(add: (key: string, value: object) => () => unknown): number {
  const removals: (() => unknown)[] = [];
  const put = (number: number) => {
    removals.push(add(String(number), new Array(1_000).fill(number)));
    if (removals.length > 4) removals.shift()?.();
  };
  for (let number = 0; number < 10; number++) put(number);
  // What the collection holds now becomes a part of the old generation.
  collect();
  const before = readOldBytes();
  for (let round = 0; round < 200; round++) {
    for (let number = 0; number < 10; number++) put(number);
    collect({ type: "minor" });
  }
  return readOldBytes() - before;
}

test("removed values of the map do not become old", () => {
  const entries = new InFlightMap<object>();
  const grown = measurePromotion((key, value) => {
    entries.set(key, value);
    return () => entries.delete(key);
  });
  expect(grown).toBeLessThan(1_000_000);
});

test("removed values of the list do not become old", () => {
  const values = new InFlightList<object>();
  const grown = measurePromotion((_, value) => {
    const member = values.add(value);
    return () => values.remove(member);
  });
  expect(grown).toBeLessThan(1_000_000);
});

test("those of a Map and of a Set do, which is why these exist", () => {
  const [entries, values] = [new Map<string, object>(), new Set<object>()];
  const ofMap = measurePromotion((key, value) => {
    entries.set(key, value);
    return () => entries.delete(key);
  });
  const ofSet = measurePromotion((_, value) => {
    values.add(value);
    return () => values.delete(value);
  });
  expect([ofMap, ofSet].map((bytes) => bytes > 4_000_000)).toEqual([true, true]);
});
