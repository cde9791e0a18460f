import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { enterLane, freeSlots, fullOrigins, inTurn, knownLanes, leaveLane, watchRoom } from "./lanes";

let names = 0;
const newOrigin = () => `http://origin-${names++}.test`;
const roomAt = (origin: string) => knownLanes().find((lane) => lane.origin === origin)?.room;

/** Has so many tries end at an origin, one after the other. */
function end(origin: string, count: number, bearing: "success" | "failure" | "none"): void {
  for (let number = 0; number < count; number++) {
    enterLane(origin);
    leaveLane(origin, bearing);
  }
}

test("an origin begins with room for four, gains one a success up to 32, and falls to one at a failure", () => {
  const origin = newOrigin();
  enterLane(origin);
  expect(roomAt(origin)).toBe(3);
  leaveLane(origin, "none");
  expect(roomAt(origin)).toBe(4);
  end(origin, 2, "success");
  expect(roomAt(origin)).toBe(6);
  end(origin, 100, "success");
  expect(roomAt(origin)).toBe(32);
  end(origin, 1, "failure");
  expect(roomAt(origin)).toBe(1);
  end(origin, 3, "none");
  expect(roomAt(origin)).toBe(1);
});

test("an origin whose share fell below what is under way takes nothing until it has room, and whoever waits is told", () => {
  const origin = newOrigin();
  for (let number = 0; number < 4; number++) enterLane(origin);
  expect(fullOrigins()).toContain(origin);
  let told = 0;
  const unwatch = watchRoom(() => told++);
  leaveLane(origin, "failure");
  leaveLane(origin, "none");
  leaveLane(origin, "none");
  expect(roomAt(origin)).toBe(0);
  expect(told).toBe(0);
  leaveLane(origin, "none");
  expect(told).toBe(1);
  end(origin, 1, "none");
  unwatch();
  expect(fullOrigins()).not.toContain(origin);
});

test("all origins together have 512 tries under way at most", () => {
  const origins = Array.from({ length: 512 }, newOrigin);
  for (const origin of origins) enterLane(origin);
  expect(freeSlots()).toBe(0);
  for (const origin of origins) leaveLane(origin, "success");
  expect(freeSlots()).toBe(512);
});

test("claims take turns, never close together, and one that fails holds up none", async () => {
  const starts: number[] = [];
  let [atOnce, most] = [0, 0];
  const claims = Array.from({ length: 10 }, (_, number) =>
    inTurn(async () => {
      starts.push(performance.now());
      most = Math.max(most, ++atOnce);
      await sleep(1);
      atOnce--;
      if (number === 3) throw new Error("away");
      return number;
    }).catch(() => "failed"),
  );
  expect(await Promise.all(claims)).toEqual([0, 1, 2, "failed", 4, 5, 6, 7, 8, 9]);
  expect(most).toBe(1);
  const gaps = starts.slice(1).map((start, index) => start - (starts[index] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThan(3.5);
});
