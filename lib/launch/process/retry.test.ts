// Guarantee: a start survives a database that is unavailable for a moment, and reports every other error at once.
import { expect, test, vi } from "vitest";
import { Failure } from "@/lib/core/errors/errors";
import { retryWhileUnavailable } from "./retry";

const unavailable = () => new Failure("unavailable");

test("a step is repeated until the database is available again", async () => {
  const step = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(unavailable())
    .mockRejectedValueOnce(unavailable())
    .mockResolvedValue("done");
  await expect(retryWhileUnavailable(step, { pauseMs: 1 })).resolves.toBe("done");
  expect(step).toHaveBeenCalledTimes(3);
});

test("another error is thrown at once", async () => {
  const step = vi.fn(async () => {
    throw new Failure("invalid_request");
  });
  await expect(retryWhileUnavailable(step, { pauseMs: 1 })).rejects.toMatchObject({
    code: "invalid_request",
  });
  expect(step).toHaveBeenCalledTimes(1);
});

test("a database that stays away ends the start, and so does a stop", async () => {
  const step = vi.fn(async () => {
    throw unavailable();
  });
  await expect(retryWhileUnavailable(step, { pauseMs: 1, limitMs: 20 })).rejects.toMatchObject({
    code: "unavailable",
  });
  step.mockClear();
  await expect(retryWhileUnavailable(step, { pauseMs: 1, isStopping: () => true })).rejects.toThrow();
  expect(step).toHaveBeenCalledTimes(1);
});
