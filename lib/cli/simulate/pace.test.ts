import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { keepPace, SCENARIOS } from "./pace";

const signal = new AbortController().signal;

describe("the pace", () => {
  it("keeps to the schedule: slow responses and late starts do not accumulate", async () => {
    const begunMs: number[] = [];
    const startedAt = performance.now();
    const begin = async () => {
      begunMs.push(performance.now() - startedAt);
      await sleep(120);
    };
    await keepPace({ count: 100, dueMs: (index) => index * 5, begin, maxInFlight: 1000, signal });
    expect(begunMs).toHaveLength(100);
    for (const [index, ms] of begunMs.entries()) expect(ms).toBeGreaterThanOrEqual(index * 5 - 2);
    // Sequentially they would take twelve seconds; drift of a millisecond each would show as 100.
    expect(begunMs.at(-1)).toBeLessThan(495 + 250);
  });

  it("ends only when the last call has ended", async () => {
    let ended = 0;
    const begin = async (index: number) => {
      await sleep(index === 0 ? 80 : 1);
      ended++;
    };
    await keepPace({ count: 10, dueMs: () => 0, begin, maxInFlight: 1000, signal });
    expect(ended).toBe(10);
  });

  it("never exceeds the maximum in flight", async () => {
    let [inFlight, maximum] = [0, 0];
    const begin = async () => {
      maximum = Math.max(maximum, ++inFlight);
      await sleep(2);
      inFlight--;
    };
    await keepPace({ count: 50, dueMs: () => 0, begin, maxInFlight: 7, signal });
    expect(maximum).toBe(7);
  });

  it("stops when aborted, and waits for calls in flight", async () => {
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
      maxInFlight: 10,
      signal: stop.signal,
    });
    expect([begun, ended]).toEqual([4, 4]);
  });
});

describe("scenarios", () => {
  it.each(Object.entries(SCENARIOS))(
    "%s starts at zero, never decreases, and ends within its time",
    (_name, { momentOf }) => {
      const moments = Array.from({ length: 1000 }, (_, index) => momentOf(index / 1000));
      expect(moments[0]).toBe(0);
      expect(moments.every((moment, index) => index === 0 || moment >= (moments[index - 1] ?? 0))).toBe(true);
      expect(moments.at(-1)).toBeLessThan(1);
    },
  );

  it("rush sends three of five payments in the middle third", () => {
    const moments = Array.from({ length: 1000 }, (_, index) => SCENARIOS.rush.momentOf(index / 1000));
    expect(moments.filter((moment) => moment >= 1 / 3 && moment < 2 / 3)).toHaveLength(600);
  });
});
