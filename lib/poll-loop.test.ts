/** Guarantee: a loop runs its work once at a time and once per process, survives a failure, and stops. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLongLoop, createPollLoop } from "./poll-loop";

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
