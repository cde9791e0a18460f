// Guarantee: a list that many payments come into does not move all the time.
import { beforeEach, describe, expect, it, vi } from "vitest";

const ROW_PX = 38;
let isCalm = false;
let animateInsert: typeof import("./animate-insert").animateInsert;
const animate = vi.fn();

/** A list in which every row asked for is found once. */
const list: HTMLElement = Object.assign(Object.create(null), {
  querySelectorAll: () => [{ parentElement: { animate }, offsetHeight: ROW_PX }],
});

const idsOf = (count: number) => Array.from({ length: count }, (_, index) => `txn_${index}`);

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  animate.mockClear();
  isCalm = false;
  vi.stubGlobal("window", { matchMedia: () => ({ matches: isCalm }) });
  ({ animateInsert } = await import("./animate-insert"));
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

describe("making way for new payments", () => {
  it("slides what is below down by their height", () => {
    animateInsert(list, idsOf(1));
    expect(animate.mock.calls[0]?.[0]).toEqual([
      { transform: `translateY(-${ROW_PX}px)`, clipPath: `inset(${ROW_PX}px 0 0)` },
      { transform: "none", clipPath: "inset(0)" },
    ]);
  });

  it("does so for five in a second, and not for the sixth", () => {
    for (const id of idsOf(6)) animateInsert(list, [id]);
    expect(animate).toHaveBeenCalledTimes(5);
  });

  it("does so again once fewer have come in the last second", () => {
    animateInsert(list, idsOf(6));
    vi.advanceTimersByTime(1_000);
    animateInsert(list, idsOf(1));
    expect(animate).toHaveBeenCalledTimes(1);
  });

  it("does not animate the layout that is not displayed, whose rows have no height", () => {
    const hidden: HTMLElement = Object.assign(Object.create(null), {
      querySelectorAll: () => [{ parentElement: { animate }, offsetHeight: 0 }],
    });
    animateInsert(hidden, idsOf(1));
    expect(animate).not.toHaveBeenCalled();
  });

  it("does nothing where less motion is asked for", () => {
    isCalm = true;
    animateInsert(list, idsOf(1));
    expect(animate).not.toHaveBeenCalled();
  });
});
