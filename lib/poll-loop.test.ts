/** Guarantee: a loop runs its work once at a time and once per process, each connection independently of the others, survives a failure, and stops. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createConnectionLoop, createLongLoop, createPollLoop } from "./poll-loop";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("a run that takes longer than the interval is not joined by another", async () => {
  const ends: (() => void)[] = [];
  const work = vi.fn(() => new Promise<void>((resolve) => ends.push(resolve)));
  const loop = createPollLoop("slow work", 100, work, "working failed");
  loop.start();
  await vi.advanceTimersByTimeAsync(350);
  expect(work).toHaveBeenCalledTimes(1);
  ends[0]?.();
  await vi.advanceTimersByTimeAsync(100);
  expect(work).toHaveBeenCalledTimes(2);
  loop.stop();
});

test("work that fails is run again", async () => {
  const work = vi.fn(() => Promise.reject(new Error("the database went away")));
  const loop = createPollLoop("failing work", 100, work, "working failed");
  loop.start();
  await vi.advanceTimersByTimeAsync(250);
  expect(work).toHaveBeenCalledTimes(2);
  loop.stop();
});

test("two loops of one name are one, and a stopped loop runs no more", async () => {
  const work = vi.fn(() => Promise.resolve());
  const [first, second] = [0, 1].map(() => createPollLoop("shared work", 100, work, "working failed"));
  first?.start();
  second?.start();
  await vi.advanceTimersByTimeAsync(100);
  expect(work).toHaveBeenCalledTimes(1);
  expect(second?.stop()).toBe(true);
  expect(first?.stop()).toBe(false);
  await vi.advanceTimersByTimeAsync(500);
  expect(work).toHaveBeenCalledTimes(1);
});

test("a connection whose work does not end delays no other, and is not started twice", async () => {
  const work = vi.fn(({ id }: { id: string }) =>
    id === "hangs" ? new Promise(() => {}) : Promise.resolve(),
  );
  const listDue = () => Promise.resolve([{ id: "hangs" }, { id: "answers" }]);
  const loop = createConnectionLoop("connections", 100, { listDue, work }, "working failed");
  loop.start();
  await vi.advanceTimersByTimeAsync(350);
  loop.stop();
  expect(work.mock.calls.map(([{ id }]) => id)).toEqual(["hangs", "answers", "answers", "answers"]);
});

test("a connection whose work fails, and a list that fails, are repeated at the next run", async () => {
  const work = vi.fn(() => Promise.reject(new Error("the database went away")));
  const listDue = vi.fn(() => Promise.resolve([{ id: "fails" }]));
  listDue.mockRejectedValueOnce(new Error("the database went away"));
  const loop = createConnectionLoop("failing connections", 100, { listDue, work }, "working failed");
  loop.start();
  await vi.advanceTimersByTimeAsync(350);
  loop.stop();
  expect(work).toHaveBeenCalledTimes(2);
});

test("long work runs at the start, and a stop waits for the run in progress, however many intervals it has lasted", async () => {
  let end = () => {};
  const work = vi.fn((signal: AbortSignal) => {
    signal.addEventListener("abort", () => setTimeout(end, 50));
    return new Promise<void>((resolve) => {
      end = resolve;
    });
  });
  const loop = createLongLoop("long work", 100, work, "working failed");
  loop.start();
  await vi.advanceTimersByTimeAsync(350);
  expect(work).toHaveBeenCalledTimes(1);
  let isStopped = false;
  const stopped = loop.stop().then(() => {
    isStopped = true;
  });
  await vi.advanceTimersByTimeAsync(40);
  expect(isStopped).toBe(false);
  await vi.advanceTimersByTimeAsync(20);
  await stopped;
  expect(work).toHaveBeenCalledTimes(1);
});
