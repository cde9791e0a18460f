// Guarantee: a list that receives many payments does not animate continuously.
import { beforeEach, describe, expect, it, vi } from "vitest";

const ROW_PX = 38;
let isMotionReduced = false;
let animateInsert: typeof import("./animate-insert").animateInsert;
const animate = vi.fn();

let still = "";
const parentOf = () => ({ animate, style: { getPropertyValue: () => still } });

/** A list in which every queried row is found once. */
const list: HTMLElement = Object.assign(Object.create(null), {
  querySelectorAll: () => [{ parentElement: parentOf(), offsetHeight: ROW_PX }],
});

const idsOf = (count: number) => Array.from({ length: count }, (_, index) => `txn_${index}`);

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  animate.mockClear();
  isMotionReduced = false;
  still = "";
  vi.stubGlobal("window", { matchMedia: () => ({ matches: isMotionReduced }) });
  ({ animateInsert } = await import("./animate-insert"));
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

describe("inserting new payments", () => {
  it("slides the rows below down by the height of the new rows", () => {
    animateInsert(list, idsOf(1));
    expect(animate.mock.calls[0]?.[0]).toEqual([
      { transform: `translateY(-${ROW_PX}px)`, clipPath: `inset(${ROW_PX}px 0 0)` },
      { transform: "none", clipPath: "inset(0px 0 0)" },
    ]);
  });

  it("clips at the top of the rows, which are above their parent by the height of earlier insertions", () => {
    still = "100px";
    animateInsert(list, idsOf(1));
    expect(animate.mock.calls[0]?.[0]).toEqual([
      { transform: `translateY(-${ROW_PX}px)`, clipPath: `inset(${ROW_PX - 100}px 0 0)` },
      { transform: "none", clipPath: "inset(-100px 0 0)" },
    ]);
  });

  it("animates five rows a second, and not the sixth", () => {
    for (const id of idsOf(6)) animateInsert(list, [id]);
    expect(animate).toHaveBeenCalledTimes(5);
  });

  it("animates again when fewer rows were inserted in the last second", () => {
    animateInsert(list, idsOf(6));
    vi.advanceTimersByTime(1_000);
    animateInsert(list, idsOf(1));
    expect(animate).toHaveBeenCalledTimes(1);
  });

  it("does not animate the hidden layout, whose rows have no height", () => {
    const hidden: HTMLElement = Object.assign(Object.create(null), {
      querySelectorAll: () => [{ parentElement: parentOf(), offsetHeight: 0 }],
    });
    animateInsert(hidden, idsOf(1));
    expect(animate).not.toHaveBeenCalled();
  });

  it("does nothing with reduced motion", () => {
    isMotionReduced = true;
    animateInsert(list, idsOf(1));
    expect(animate).not.toHaveBeenCalled();
  });
});
