/** Guarantee: indexing is throttled while payments arrive, and completes soon after they stop. */
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import type { Id } from "@/lib/core/ids";
import { systemDb, systemTx } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { fillSession } from "@/lib/testing/fill-session";
import { recordCredit } from "@/lib/transactions";
import { createIncomingCredit, openTestSession } from "@/lib/transactions/testing/sessions";
import { indexNextTransactions, startIndexing, stopIndexing } from "./index";

useTestDatabase();
afterEach(stopIndexing);

const COUNT = 2_500;
const CHUNK = 500;
const ROWS_A_SECOND = 250;

async function readIndexedThrough(sessionId: Id<"session">): Promise<number> {
  const [row] = await systemDb().sql<{ upTo: bigint }[]>`
    select indexed_through as up_to from search_index_progress where session_id = ${sessionId}`;
  return Number(row?.upTo ?? 0n);
}

test("while payments arrive at most 250 rows a second are indexed, and the rest afterwards", async () => {
  const { sessionId, account } = await openTestSession();
  startIndexing();
  // The initial sweep is over by then, so the following payments are found only by their notifications.
  await sleep(1_000);
  await systemTx((db) => fillSession(db, { sessionId, count: COUNT }));
  let recorded = 0;
  const startedAt = performance.now();
  while (performance.now() - startedAt < 4_000) {
    await recordCredit(createIncomingCredit({ account }));
    recorded++;
    const upTo = await readIndexedThrough(sessionId);
    // The first chunk is not delayed, and the next one may be indexed just before the measurement.
    const allowed = 2 * CHUNK + (ROWS_A_SECOND * (performance.now() - startedAt)) / 1_000;
    expect(upTo).toBeLessThanOrEqual(allowed);
    await sleep(50);
  }
  expect(await readIndexedThrough(sessionId)).toBeGreaterThanOrEqual(CHUNK);
  await expect.poll(() => readIndexedThrough(sessionId), { timeout: 15_000 }).toBe(COUNT + recorded);
}, 30_000);

test("while payments arrive, what another process indexes counts too", async () => {
  const { sessionId, account } = await openTestSession();
  await systemTx((db) => fillSession(db, { sessionId, count: 8 * COUNT }));
  startIndexing();
  let byOthers = 0;
  const startedAt = performance.now();
  while (performance.now() - startedAt < 7_500) {
    await recordCredit(createIncomingCredit({ account }));
    await sleep(500);
    byOthers += await indexNextTransactions(sessionId, 2 * CHUNK);
  }
  expect(byOthers).toBeGreaterThan(0);
  const own = (await readIndexedThrough(sessionId)) - byOthers;
  expect(own).toBeGreaterThan(0);
  // Without others it would have had time for a chunk more than its rate.
  const atItsRate = (ROWS_A_SECOND * (performance.now() - startedAt)) / 1_000;
  expect(own).toBeLessThanOrEqual((atItsRate * 2) / 3);
}, 30_000);
