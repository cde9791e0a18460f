import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { keepPace, SCENARIOS } from "./pace";

const signal = new AbortController().signal;

describe("the pace", () => {
  it("keeps to the clock: slow answers and late starts do not add up", async () => {
    const begunMs: number[] = [];
    const startedAt = performance.now();
    const begin = async () => {
      begunMs.push(performance.now() - startedAt);
      await sleep(120);
    };
    await keepPace({ count: 100, dueMs: (index) => index * 5, begin, mostInFlight: 1000, signal });
    expect(begunMs).toHaveLength(100);
    for (const [index, ms] of begunMs.entries()) expect(ms).toBeGreaterThanOrEqual(index * 5 - 2);
    // One after another they would take twelve seconds; drift of a millisecond each would show as 100.
    expect(begunMs.at(-1)).toBeLessThan(495 + 250);
  });

  it("ends only when the last answer is there", async () => {
    let ended = 0;
    const begin = async (index: number) => {
      await sleep(index === 0 ? 80 : 1);
      ended++;
    };
    await keepPace({ count: 10, dueMs: () => 0, begin, mostInFlight: 1000, signal });
    expect(ended).toBe(10);
  });

  it("lets no more be under way than it may", async () => {
    let [underWay, most] = [0, 0];
    const begin = async () => {
      most = Math.max(most, ++underWay);
      await sleep(2);
      underWay--;
    };
    await keepPace({ count: 50, dueMs: () => 0, begin, mostInFlight: 7, signal });
    expect(most).toBe(7);
  });

  it("stops when asked to, and still waits for what is under way", async () => {
    const stop = new AbortController();
    let [begun, ended] = [0, 0];
    const begin = async (index: number) => {
      begun++;
      if (index === 3) stop.abort();
      await sleep(20);
      ended++;
    };
    await keepPace({
      count: 1000,
      dueMs: (index) => index * 10,
      begin,
      mostInFlight: 10,
      signal: stop.signal,
    });
    expect([begun, ended]).toEqual([4, 4]);
  });
});

describe("scenarios", () => {
  it.each(Object.entries(SCENARIOS))(
    "%s starts at the start, never goes back, and ends in time",
    (_name, { momentOf }) => {
      const moments = Array.from({ length: 1000 }, (_, index) => momentOf(index / 1000));
      expect(moments[0]).toBe(0);
      expect(moments.every((moment, index) => index === 0 || moment >= (moments[index - 1] ?? 0))).toBe(true);
      expect(moments.at(-1)).toBeLessThan(1);
    },
  );

  it("in the rush three payments of five come in the middle third", () => {
    const moments = Array.from({ length: 1000 }, (_, index) => SCENARIOS.rush.momentOf(index / 1000));
    expect(moments.filter((moment) => moment >= 1 / 3 && moment < 2 / 3)).toHaveLength(600);
  });
});
