/** Guarantee: the number of running exports is bounded, and an abandoned export releases its slot. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type ExportLimits, ExportSlots, type FileBytes } from "./slots";

const LIMITS: ExportLimits = {
  maxPerMember: 2,
  maxRunning: 4,
  maxWaiting: 3,
  maxWaitMs: 30_000,
  idleMs: 600_000,
};
let running = 0;
let maxRunningSeen = 0;
beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => {
  vi.useRealTimers();
  expect(running).toBe(0);
  maxRunningSeen = 0;
});

/** Starts a file with the given number of chunks and counts it as running. */
const file =
  (pieces = 2) =>
  async () => {
    maxRunningSeen = Math.max(maxRunningSeen, ++running);
    async function* bytes() {
      for (let piece = 0; piece < pieces; piece++) yield Buffer.from("piece");
    }
    return {
      file: { name: "file", bytes: bytes() },
      onEnd: () => void running--,
    };
  };
const takeAll = async ({ bytes }: { bytes: FileBytes }) => {
  for await (const _ of bytes);
};

test("a member's third concurrent export is rejected with 429 and Retry-After", async () => {
  const slots = new ExportSlots(LIMITS);
  const two = await Promise.all([slots.run("ada", file()), slots.run("ada", file())]);
  await expect(slots.run("ada", file())).rejects.toMatchObject({
    code: "too_many_requests",
    headers: { "retry-after": expect.stringMatching(/^\d+$/) },
  });
  const other = await slots.run("tunde", file());
  await takeAll(two[0]);
  await takeAll(await slots.run("ada", file()));
  await Promise.all([two[1], other].map(takeAll));
});

test("a fifth export waits, and one beyond the queue limit is rejected with 503", async () => {
  const slots = new ExportSlots(LIMITS);
  const four = await Promise.all(["a", "b", "c", "d"].map((member) => slots.run(member, file())));
  const order: string[] = [];
  const waiting = ["e", "f", "g"].map((member) =>
    slots.run(member, file()).then((started) => {
      order.push(member);
      return takeAll(started);
    }),
  );
  await expect(slots.run("h", file())).rejects.toMatchObject({ code: "unavailable" });
  for (const one of four) await takeAll(one);
  await Promise.all(waiting);
  expect(order).toEqual(["e", "f", "g"]);
  expect(maxRunningSeen).toBe(4);
});

test("an export that waited too long is rejected and no longer counted", async () => {
  const slots = new ExportSlots(LIMITS);
  const four = await Promise.all(["a", "b", "c", "d"].map((member) => slots.run(member, file())));
  for (let round = 0; round < 3; round++) {
    const refused = expect(slots.run("e", file())).rejects.toMatchObject({ code: "unavailable" });
    await vi.advanceTimersByTimeAsync(LIMITS.maxWaitMs);
    await refused;
  }
  await Promise.all(four.map(takeAll));
  await takeAll(await slots.run("e", file()));
});

test("an export that fails, is cancelled, is never started or is idle for too long releases its slot", async () => {
  const slots = new ExportSlots({ ...LIMITS, maxRunning: 1, maxWaiting: 0 });
  await expect(
    slots.run("a", async () => {
      throw new Error("no such event");
    }),
  ).rejects.toThrow("no such event");
  const cancelled = await slots.run("a", file());
  await cancelled.bytes.next();
  await cancelled.bytes.return(undefined);
  await (await slots.run("a", file())).bytes.return(undefined);
  const idle = await slots.run("a", file());
  await idle.bytes.next();
  await vi.advanceTimersByTimeAsync(LIMITS.idleMs);
  await expect(idle.bytes.next()).rejects.toThrow("too long");
  await takeAll(await slots.run("a", file()));
});

test("two of 85 concurrent exports of one member run", async () => {
  const slots = new ExportSlots(LIMITS);
  const asked = await Promise.allSettled(Array.from({ length: 85 }, () => slots.run("ada", file())));
  const started = asked.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  expect([started.length, maxRunningSeen]).toEqual([2, 2]);
  await Promise.all(started.map(takeAll));
});
