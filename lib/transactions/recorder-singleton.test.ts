import { expect, test, vi } from "vitest";
import { findSingleton } from "@/lib/process-singleton";
import { useTestDatabase } from "@/lib/testing/database";
import { recordBatched } from "./recording/batch";
import { createIncomingCredit, openTestSession } from "./testing/sessions";

useTestDatabase();

test("a second instance of this module uses the same recorder", async () => {
  const { account } = await openTestSession();
  await recordBatched(createIncomingCredit({ account }));
  const recorder = findSingleton("recorder");
  vi.resetModules();
  const copy = await import("./recording/batch");
  expect(recorder).not.toBeInstanceOf(copy.Recorder);
  const written = await copy.recordBatched(createIncomingCredit({ account }));
  expect(written.outcome).toBe("recorded");
  expect(findSingleton("recorder")).toBe(recorder);
});
