import { expect, test } from "vitest";
import { DEFAULT_RETRY_SCHEDULE_MS } from "@/lib/core/settings/webhook-settings";
import { retryDelayMs } from "./schedule";

const scheduleMs = DEFAULT_RETRY_SCHEDULE_MS;

test("each failed attempt is followed by the schedule's next wait", () => {
  const waits = scheduleMs.map((_, index) => retryDelayMs(index + 1, { scheduleMs, random: 0.5 }));
  expect(waits).toEqual(scheduleMs);
});

test("a wait differs from the schedule by at most a fifth", () => {
  expect(retryDelayMs(1, { scheduleMs, random: 0 })).toBe(4_000);
  expect(retryDelayMs(1, { scheduleMs, random: 1 })).toBe(6_000);
  const waits = Array.from({ length: 200 }, () => retryDelayMs(2, { scheduleMs }) ?? 0);
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(24_000);
  expect(Math.max(...waits)).toBeLessThanOrEqual(36_000);
  expect(new Set(waits).size).toBeGreaterThan(100);
});

test("there is no attempt after the last wait", () => {
  expect(retryDelayMs(scheduleMs.length, { scheduleMs })).toBeDefined();
  expect(retryDelayMs(scheduleMs.length + 1, { scheduleMs })).toBeUndefined();
});

test("Retry-After lengthens a wait, up to the schedule's longest", () => {
  expect(retryDelayMs(1, { scheduleMs: [1_000, 60_000], retryAfterMs: 20_000 })).toBe(20_000);
  expect(retryDelayMs(1, { scheduleMs: [1_000, 60_000], retryAfterMs: 9e9 })).toBe(60_000);
  expect(retryDelayMs(1, { scheduleMs: [1_000, 60_000], retryAfterMs: 10, random: 0.5 })).toBe(1_000);
});
