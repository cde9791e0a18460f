import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import {
  acquireSlot,
  type Destination,
  getFreeSlots,
  onSlotFree,
  releaseSlot,
  serialiseClaims,
} from "./concurrency-limits";

let names = 0;
const newDestination = (origin = `http://origin-${names++}.test`): Destination => ({
  endpointId: `we_${names++}`,
  origin,
});
const roomAt = ({ endpointId }: Destination) =>
  getFreeSlots().endpoints.find(({ id }) => id === endpointId)?.room;
const roomAtOrigin = ({ origin }: Destination) =>
  getFreeSlots().origins.find((one) => one.origin === origin)?.room;

/** Starts and ends attempts at a destination, one after the other. */
function end(destination: Destination, count: number, effect: "success" | "failure" | "none"): void {
  for (let number = 0; number < count; number++) {
    acquireSlot(destination);
    releaseSlot(destination, effect);
  }
}

test("an endpoint's limit starts at four, grows by one per success up to 32, and falls to one at a failure", () => {
  const one = newDestination();
  acquireSlot(one);
  expect(roomAt(one)).toBe(3);
  releaseSlot(one, "none");
  expect(roomAt(one)).toBe(4);
  end(one, 2, "success");
  expect(roomAt(one)).toBe(6);
  end(one, 100, "success");
  expect(roomAt(one)).toBe(32);
  end(one, 1, "failure");
  expect(roomAt(one)).toBe(1);
  end(one, 3, "none");
  expect(roomAt(one)).toBe(1);
});

test("an endpoint over its limit accepts nothing until a slot is free, and listeners are notified", () => {
  const one = newDestination();
  for (let number = 0; number < 4; number++) acquireSlot(one);
  expect(roomAt(one)).toBe(0);
  let notified = 0;
  const unwatch = onSlotFree(() => notified++);
  releaseSlot(one, "failure");
  releaseSlot(one, "none");
  releaseSlot(one, "none");
  expect(roomAt(one)).toBe(0);
  expect(notified).toBe(0);
  releaseSlot(one, "none");
  expect(notified).toBe(1);
  end(one, 1, "none");
  unwatch();
  expect(roomAt(one)).toBe(1);
});

test("the endpoints of one origin have at most 32 attempts in flight, and one that hangs does not block the others", () => {
  const [first, ...others] = Array.from({ length: 8 }, () => newDestination("http://shared.test"));
  if (!first) throw new Error("there is one");
  for (let number = 0; number < 4; number++) acquireSlot(first);
  expect(roomAt(first)).toBe(0);
  expect(roomAtOrigin(first)).toBe(28);
  for (const one of others) for (let number = 0; number < 4; number++) acquireSlot(one);
  expect(roomAtOrigin(first)).toBe(0);
  for (const one of [first, ...others]) for (let number = 0; number < 4; number++) releaseSlot(one, "none");
  expect(roomAtOrigin(first)).toBeUndefined();
});

test("at most 512 attempts are in flight in all", () => {
  const all = Array.from({ length: 512 }, () => newDestination());
  for (const one of all) acquireSlot(one);
  expect(getFreeSlots().slots).toBe(0);
  for (const one of all) releaseSlot(one, "success");
  expect(getFreeSlots().slots).toBe(512);
});

test("claims run one after the other with a minimum gap, and a failed one blocks none", async () => {
  const starts: number[] = [];
  let [atOnce, most] = [0, 0];
  const claims = Array.from({ length: 10 }, (_, number) =>
    serialiseClaims(async () => {
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
  expect((starts.at(-1) ?? 0) - (starts[0] ?? 0)).toBeGreaterThan(9 * 4);
});
