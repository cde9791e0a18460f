import { expect, test, vi } from "vitest";
import { findSingleton } from "@/lib/process-singleton";
import { useTestDatabase } from "@/lib/testing/database";
import { recordBatched } from "./batch";
import { incoming, openTestSession } from "./testing/sessions";

useTestDatabase();

test("another copy of this file records through the same recorder", async () => {
  const { account } = await openTestSession();
  await recordBatched(incoming({ account }));
  const recorder = findSingleton("recorder");
  vi.resetModules();
  const copy = await import("./batch");
  expect(recorder).not.toBeInstanceOf(copy.Recorder);
  const written = await copy.recordBatched(incoming({ account }));
  expect(written.outcome).toBe("recorded");
  expect(findSingleton("recorder")).toBe(recorder);
});
