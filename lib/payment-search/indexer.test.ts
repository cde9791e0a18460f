/** Guarantee: cataloguing leaves recording its speed while payments come in, and is soon complete once they do not. */
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { systemDb, systemTx } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { fillSession } from "@/lib/testing/fill";
import { recordCredit } from "@/lib/transactions";
import { incoming, openTestSession } from "@/lib/transactions/testing/sessions";
import { startIndexing, stopIndexing } from "./index";

useTestDatabase();
afterEach(stopIndexing);

const COUNT = 2_500;
const CHUNK = 500;
const ROWS_A_SECOND = 250;

test("while payments come in 250 rows a second are catalogued at most, and all the rest afterwards", async () => {
  const { sessionId, account } = await openTestSession();
  startIndexing();
  // The first look around is over by then: what follows is known by its word alone, and so heard of.
  await sleep(1_000);
  await systemTx((db) => fillSession(db, { sessionId, count: COUNT }));
  const catalogued = async () => {
    const [row] = await systemDb().sql<{ upTo: bigint }[]>`
      select up_to as "upTo" from catalogues where session_id = ${sessionId}`;
    return Number(row?.upTo ?? 0n);
  };
  let recorded = 0;
  const startedAt = performance.now();
  while (performance.now() - startedAt < 4_000) {
    await recordCredit(incoming({ account }));
    recorded++;
    const upTo = await catalogued();
    // The first chunk waits for nobody, and the next may be due a moment before it is looked at.
    const allowed = 2 * CHUNK + (ROWS_A_SECOND * (performance.now() - startedAt)) / 1_000;
    expect(upTo).toBeLessThanOrEqual(allowed);
    await sleep(50);
  }
  expect(await catalogued()).toBeGreaterThanOrEqual(CHUNK);
  await expect.poll(catalogued, { timeout: 15_000 }).toBe(COUNT + recorded);
}, 30_000);
