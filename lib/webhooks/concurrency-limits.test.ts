import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { type Destination, enterLane, inTurn, leaveLane, slotsLeft, watchRoom } from "./concurrency-limits";

let names = 0;
const newDestination = (origin = `http://origin-${names++}.test`): Destination => ({
  endpointId: `we_${names++}`,
  origin,
});
const roomAt = ({ endpointId }: Destination) =>
  slotsLeft().endpoints.find(({ id }) => id === endpointId)?.room;
const roomAtOrigin = ({ origin }: Destination) =>
  slotsLeft().origins.find((one) => one.origin === origin)?.room;

/** Has so many tries end at a destination, one after the other. */
function end(destination: Destination, count: number, bearing: "success" | "failure" | "none"): void {
  for (let number = 0; number < count; number++) {
    enterLane(destination);
    leaveLane(destination, bearing);
  }
}

test("an endpoint begins with room for four, gains one a success up to 32, and falls to one at a failure", () => {
  const one = newDestination();
  enterLane(one);
  expect(roomAt(one)).toBe(3);
  leaveLane(one, "none");
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

test("an endpoint whose share fell below what is under way takes nothing until it has room, and whoever waits is told", () => {
  const one = newDestination();
  for (let number = 0; number < 4; number++) enterLane(one);
  expect(roomAt(one)).toBe(0);
  let told = 0;
  const unwatch = watchRoom(() => told++);
  leaveLane(one, "failure");
  leaveLane(one, "none");
  leaveLane(one, "none");
  expect(roomAt(one)).toBe(0);
  expect(told).toBe(0);
  leaveLane(one, "none");
  expect(told).toBe(1);
  end(one, 1, "none");
  unwatch();
  expect(roomAt(one)).toBe(1);
});

test("the endpoints of one origin have 32 tries under way together, and one that hangs leaves the others room", () => {
  const [first, ...others] = Array.from({ length: 8 }, () => newDestination("http://shared.test"));
  if (!first) throw new Error("there is one");
  for (let number = 0; number < 4; number++) enterLane(first);
  expect(roomAt(first)).toBe(0);
  expect(roomAtOrigin(first)).toBe(28);
  for (const one of others) for (let number = 0; number < 4; number++) enterLane(one);
  expect(roomAtOrigin(first)).toBe(0);
  for (const one of [first, ...others]) for (let number = 0; number < 4; number++) leaveLane(one, "none");
  expect(roomAtOrigin(first)).toBeUndefined();
});

test("all together have 512 tries under way at most", () => {
  const all = Array.from({ length: 512 }, () => newDestination());
  for (const one of all) enterLane(one);
  expect(slotsLeft().slots).toBe(0);
  for (const one of all) leaveLane(one, "success");
  expect(slotsLeft().slots).toBe(512);
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
  expect((starts.at(-1) ?? 0) - (starts[0] ?? 0)).toBeGreaterThan(9 * 4);
});
