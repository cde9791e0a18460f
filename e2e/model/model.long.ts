import { MINUTE_MS } from "@/lib/core/time/durations";
import { expect, test } from "../fixtures";
import { verifyAllSessions } from "../ledger-queries";
import { startProcess } from "../service";
import { expectModelMatches } from "./assertions";
import { createTestSystem } from "./test-system";

test.describe.configure({ timeout: 30 * MINUTE_MS });

const LONG = { sequences: 500, timeLimitMs: 25 * MINUTE_MS };

test("after every step of five hundred random sequences the API matches the model", async ({
  baseURL,
  platform,
  receiver,
  request,
}, { repeatEachIndex }) => {
  const system = await createTestSystem([baseURL ?? ""], { platform, receiver, request });
  await expectModelMatches(system, { ...LONG, seed: 500 + 1_000 * repeatEachIndex });
});

test("after every step of five hundred random sequences, with requests alternating between two processes, each matches the model", async ({
  baseURL,
  platform,
  receiver,
  request,
}, { repeatEachIndex }) => {
  const other = await startProcess();
  try {
    const system = await createTestSystem([baseURL ?? "", other.address], { platform, receiver, request });
    await expectModelMatches(system, { ...LONG, seed: 1_000 + 1_000 * repeatEachIndex });
  } finally {
    await other.stop();
  }
});

test("after all sequences verify finds no difference", async () => {
  expect(await verifyAllSessions()).toEqual([]);
});
