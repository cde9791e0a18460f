/**
 * Measures the erasure of a year of payments in the background while others are recorded: how long it takes, what it costs
 * recording, and that nothing else changes. `RETENTION_PAYMENTS` is the number of payments, `RETENTION_ROUNDS` that of the
 * measured rounds, each with as much time without the erasure as with it.
 */
import { expect, test } from "vitest";
import { systemDb } from "@/lib/db/client";
import { env } from "@/lib/env";
import { verifyTotals } from "@/lib/reconciliation";
import { useTestDatabase } from "@/lib/testing/database";
import { fillSessions, measureBesideRecording } from "@/lib/transactions/testing/beside-recording";
import { eraseExpired } from "./erase-expired";
import { findInDatabase, findInFiles } from "./testing/search";

const database = useTestDatabase();

const PAYMENTS = Number(process.env.RETENTION_PAYMENTS ?? 5_000_000);
const ROUNDS = Number(process.env.RETENTION_ROUNDS ?? 10);
/** The payer of every filled payment, and the beginning of each account number that no other number contains. */
const PAYER = "ADAEZE OKONKWO";
const MAX_RATIO = 1.2;

/** Erases until it is stopped. All ids of filled rows are older than any time. */
const erase = async (signal: AbortSignal) => (await eraseExpired({ days: 1, signal }))?.notifications ?? 0;

const readSums = () =>
  systemDb().sql`
    select session_id, status, sum(count) as count, sum(amount) as amount from session_totals group by 1, 2 order by 1, 2`;

test(`${PAYMENTS} payments are erased in the background without slowing recording`, {
  timeout: 6 * 3_600_000,
}, async () => {
  await fillSessions(PAYMENTS, database);
  const before = await readSums();
  const measured = await measureBesideRecording(ROUNDS, erase);
  process.stdout.write(measured.summary);
  const restAt = performance.now();
  const rest = await eraseExpired({ days: 1, signal: new AbortController().signal, pauseFactor: 0 });
  const restCount = rest?.notifications ?? 0;
  const restPerSecond = (restCount * 1_000) / (performance.now() - restAt);
  process.stdout.write(`the rest of ${PAYMENTS}, without pauses: ${restPerSecond.toFixed(0)} a second\n`);
  expect(measured.done + restCount).toBeGreaterThanOrEqual(PAYMENTS);
  const after = await readSums();
  expect(after.filter((row) => before.some((one) => one.sessionId === row.sessionId))).toEqual(before);
  expect(await findInDatabase([PAYER])).toEqual([]);
  expect(findInFiles(env().dataDir, PAYER)).toEqual([]);
  expect((await verifyTotals({})).differences).toEqual([]);
  expect(measured.p99Ratio).toBeLessThanOrEqual(MAX_RATIO);
});
