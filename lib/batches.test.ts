import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { recordCredit } from "@/lib/transactions";
import { createIncomingCredit, openTestSession } from "@/lib/transactions/testing/sessions";
import { runInBatches } from "./batches";
import { useTestDatabase } from "./testing/database";

useTestDatabase();

/** Runs batches of five milliseconds until two are done or the time is over. Returns the limits that they were given. */
async function runTwo(timeMs: number): Promise<number[]> {
  const limits: number[] = [];
  await runInBatches({ signal: AbortSignal.timeout(timeMs) }, async (limit) => {
    limits.push(limit);
    await sleep(5);
    return { isLast: limits.length === 2, changed: limit };
  });
  return limits;
}

test("work in the background is done in smaller batches with longer pauses while payments are recorded", async () => {
  expect(await runTwo(10_000)).toEqual([200, 200]);
  const { account } = await openTestSession();
  await recordCredit(createIncomingCredit({ account }));
  expect(await runTwo(300)).toEqual([50]);
});
