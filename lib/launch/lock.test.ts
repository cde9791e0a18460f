/** Guarantee: a process is identified the same by every other one on the machine. */
import { afterEach, expect, test, vi } from "vitest";
import { isRunning, processIdentity } from "./lock.mjs";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

test("without /proc, the time zone of the caller does not change the identity of a process", () => {
  vi.spyOn(process, "platform", "get").mockReturnValue("darwin");
  vi.stubEnv("TZ", "Africa/Lagos");
  const mark = processIdentity();
  expect(mark).toMatch(/^\d+-\w+/);
  vi.stubEnv("TZ", "America/New_York");
  expect(isRunning(mark ?? "")).toBe(true);
});
