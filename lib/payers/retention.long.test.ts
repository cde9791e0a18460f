/**
 * Measures the erasure of a year of payments in the background while others are recorded: how long it takes, what it costs
 * recording, and that nothing else changes. `RETENTION_PAYMENTS` is the number of payments, `RETENTION_ROUNDS` that of the
 * measured rounds, each with as much time without the erasure as with it.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { longRunningTx, systemDb } from "@/lib/db/client";
import { env } from "@/lib/env";
import { indexNextTransactions } from "@/lib/payment-search";
import { verifyTotals } from "@/lib/reconciliation";
import { connectAsOwner, useTestDatabase } from "@/lib/testing/database";
import { fillSession } from "@/lib/testing/fill-session";
import { recordCredit } from "@/lib/transactions";
import { createIncomingCredit, openTestSession } from "@/lib/transactions/testing/sessions";
import { eraseExpired } from "./erase-expired";
import { findInDatabase, findInFiles } from "./testing/search";

const database = useTestDatabase();

const PAYMENTS = Number(process.env.RETENTION_PAYMENTS ?? 5_000_000);
const ROUNDS = Number(process.env.RETENTION_ROUNDS ?? 10);
const ROUND_MS = 15_000;
/** Notifications per second that are recorded meanwhile. */
const RATE = 100;
const PER_SESSION = 100_000;
/** The payer of every filled payment, and the beginning of each account number that no other number contains. */
const PAYER = "ADAEZE OKONKWO";
const MAX_RATIO = 1.2;

/** Fills sessions, two at a time, with search texts and delivered events. */
async function fill(): Promise<void> {
  const counts = Array.from({ length: Math.ceil(PAYMENTS / PER_SESSION) }, (_, index) =>
    Math.min(PER_SESSION, PAYMENTS - index * PER_SESSION),
  );
  const fillNext = async (): Promise<void> => {
    for (let count = counts.pop(); count !== undefined; count = counts.pop()) await fillOne(count);
  };
  await Promise.all([fillNext(), fillNext()]);
}

async function fillOne(count: number): Promise<void> {
  const { sessionId } = await openTestSession("test", "https://hooks.example.com/takings");
  await longRunningTx((db) => fillSession(db, { sessionId, count }));
  while ((await indexNextTransactions(sessionId, 5_000)) > 0);
}

/** Records payments at the rate for this time, and adds the duration of each to `latencies`. */
async function record(account: string, durationMs: number, latencies: number[]): Promise<void> {
  const startedAt = performance.now();
  const running: Promise<unknown>[] = [];
  for (let count = 0; performance.now() - startedAt < durationMs; count++) {
    const dueAt = startedAt + (count * 1_000) / RATE;
    if (dueAt > performance.now()) await sleep(dueAt - performance.now());
    const sentAt = Math.max(dueAt, startedAt);
    running.push(
      recordCredit(createIncomingCredit({ account })).then(() => latencies.push(performance.now() - sentAt)),
    );
  }
  await Promise.all(running);
}

/** Erases until it is stopped. Returns how many notifications were erased, and for how long it ran. */
function startErasing(): { stop(): Promise<{ notifications: number; ms: number }> } {
  const stopping = new AbortController();
  const startedAt = performance.now();
  // All ids of filled rows are older than any time.
  const running = eraseExpired({ days: 1, signal: stopping.signal });
  return {
    stop: async () => {
      stopping.abort();
      const erased = await running;
      return { notifications: erased?.notifications ?? 0, ms: performance.now() - startedAt };
    },
  };
}

const percentile = (values: readonly number[], share: number) =>
  values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) * share)] ?? 0;

const readSums = () =>
  systemDb().sql`
    select session_id, status, sum(count) as count, sum(amount) as amount from session_totals group by 1, 2 order by 1, 2`;

test(`${PAYMENTS} payments are erased in the background without slowing recording`, {
  timeout: 6 * 3_600_000,
}, async () => {
  const startedAt = performance.now();
  await fill();
  // As autovacuum, which test databases lack, has done long before payments are this old.
  await connectAsOwner(database.ownerUrl, (sql) => sql.unsafe("vacuum analyze"));
  const filledMs = performance.now() - startedAt;
  const before = await readSums();
  const { account } = await openTestSession();
  const quiet: number[] = [];
  const busy: number[] = [];
  await record(account, 3_000, []);
  let erased = 0;
  let erasingMs = 0;
  for (let round = 0; round < ROUNDS; round++) {
    await record(account, ROUND_MS, quiet);
    const erasing = startErasing();
    await record(account, ROUND_MS, busy);
    const done = await erasing.stop();
    erased += done.notifications;
    erasingMs += done.ms;
  }
  const [p99Quiet, p99Busy] = [percentile(quiet, 0.99), percentile(busy, 0.99)];
  const restAt = performance.now();
  const rest = await eraseExpired({ days: 1, signal: new AbortController().signal, pauseFactor: 0 });
  const restMs = performance.now() - restAt;
  const total = erased + (rest?.notifications ?? 0);
  const perSecond = (erased * 1_000) / erasingMs;
  process.stdout.write(
    [
      `${PAYMENTS} payments filled in ${(filledMs / 1_000).toFixed(0)} s`,
      `recording ${RATE}/s: p99 ${p99Quiet.toFixed(1)} ms without, ${p99Busy.toFixed(1)} ms with the erasure (${(p99Busy / p99Quiet).toFixed(2)})`,
      `p50 ${percentile(quiet, 0.5).toFixed(1)} and ${percentile(busy, 0.5).toFixed(1)} ms, ${quiet.length} and ${busy.length} payments`,
      `erased ${perSecond.toFixed(0)} a second beside recording: ${(5_000_000 / perSecond / 3_600).toFixed(1)} h for 5,000,000`,
      `the rest without pauses: ${((rest?.notifications ?? 0) / (restMs / 1_000)).toFixed(0)} a second`,
      "",
    ].join("\n"),
  );
  expect(total).toBeGreaterThanOrEqual(PAYMENTS);
  const after = await readSums();
  expect(after.filter((row) => before.some((one) => one.sessionId === row.sessionId))).toEqual(before);
  expect(await findInDatabase([PAYER])).toEqual([]);
  expect(findInFiles(env().dataDir, PAYER)).toEqual([]);
  expect((await verifyTotals({})).differences).toEqual([]);
  expect(p99Busy / p99Quiet).toBeLessThanOrEqual(MAX_RATIO);
});
