/** Guarantee: minute totals are always exact, regardless of the indexing progress and of concurrent indexers. */
import { beforeEach, expect, test } from "vitest";
import { systemDb, systemTx } from "@/lib/db/client";
import { readMinutes, readSessionsMinutes } from "@/lib/minute-totals";
import { verifyTotals } from "@/lib/reconciliation";
import { useTestDatabase } from "@/lib/testing/database";
import { fillSession } from "@/lib/testing/fill-session";
import { recordCredit } from "@/lib/transactions";
import { createIncomingCredit, openTestSession } from "@/lib/transactions/testing/sessions";
import { indexNextTransactions } from "./index-transactions";

useTestDatabase();

let session: Awaited<ReturnType<typeof openTestSession>>;
beforeEach(async () => {
  session = await openTestSession();
});

const DAY = { from: new Date("2026-11-20T00:00:00Z"), to: new Date("2026-11-21T00:00:00Z") };
const minutes = (by: "channel" | "terminal" = "channel") =>
  readMinutes(session.scope, session.sessionId, { ...DAY, by });
const record = (credit: Parameters<typeof createIncomingCredit>[0] = {}) =>
  recordCredit(createIncomingCredit({ account: session.account, ...credit }));
const indexPayments = () => indexNextTransactions(session.sessionId);
const at = (time: string) => new Date(`2026-11-20T${time}Z`);

test("unindexed payments are counted, and counted once after they are indexed", async () => {
  await record();
  await record({ amount: 5_000n });
  await record({ channel: "pos", devices: [session.terminalId], paidAt: at("09:16:00") });
  const taken = [
    { at: at("09:15:00"), key: "bank_transfer", count: 2n, amount: 15_000n },
    { at: at("09:16:00"), key: "pos", count: 1n, amount: 10_000n },
  ];
  expect(await minutes()).toEqual(taken);
  expect(await indexPayments()).toBe(3);
  expect(await minutes()).toEqual(taken);
  await record({ paidAt: at("09:16:59.999") });
  expect(await minutes("terminal")).toEqual([
    { at: at("09:15:00"), key: "", count: 2n, amount: 15_000n },
    { at: at("09:16:00"), key: "", count: 1n, amount: 10_000n },
    { at: at("09:16:00"), key: session.terminalId, count: 1n, amount: 10_000n },
  ]);
});

test("a pending payment counts in its minute once it succeeds, a failed one never", async () => {
  await record({ status: "pending", paymentKey: "turns" });
  await record({ status: "pending", paymentKey: "fails" });
  await record({ status: "failed" });
  await indexPayments();
  expect(await minutes()).toEqual([]);
  await record({ status: "successful", paymentKey: "turns" });
  await record({ status: "failed", paymentKey: "fails" });
  const succeeded = [{ at: at("09:15:00"), key: "bank_transfer", count: 1n, amount: 10_000n }];
  expect(await minutes()).toEqual(succeeded);
  expect(await indexPayments()).toBe(0);
  expect(await minutes()).toEqual(succeeded);
  const { sql } = systemDb();
  expect(await sql`select from unindexed_pending where session_id = ${session.sessionId}`).toHaveLength(0);
});

test("concurrent indexers count nothing twice", async () => {
  const { sessionId } = session;
  await systemTx((db) => fillSession(db, { sessionId, count: 400 }));
  const indexers = Array.from({ length: 8 }, async () => {
    for (let turn = 0; turn < 8; turn++) await indexNextTransactions(sessionId, 50);
  });
  await Promise.all(indexers);
  while ((await indexNextTransactions(sessionId, 50)) > 0);
  const { sql } = systemDb();
  const [indexed] = await sql`
    select sum(count)::bigint as count, sum(amount)::bigint as amount from minute_totals where session_id = ${sessionId}`;
  const [taken] = await sql`
    select sum(count)::bigint as count, sum(amount)::bigint as amount from session_totals
    where session_id = ${sessionId} and status = 'successful'`;
  expect(indexed).toEqual(taken);
  expect(await sql`select from transaction_search where session_id = ${sessionId}`).toHaveLength(400);
  expect((await verifyTotals({ sessionId })).differences).toEqual([]);
});

test("an indexer does nothing while another one holds the lock", async () => {
  await record();
  await indexPayments();
  await record();
  await systemTx(async ({ sql }) => {
    await sql`select from search_index_progress where session_id = ${session.sessionId} for update`;
    expect(await indexPayments()).toBe(0);
  });
  expect(await indexPayments()).toBe(1);
});

test("longer slots are the sums of their minutes, separately per session", async () => {
  const other = await openTestSession();
  await record({ paidAt: at("09:00:00") });
  await record({ paidAt: at("09:59:59") });
  await recordCredit(createIncomingCredit({ account: other.account }));
  const hourly = await readSessionsMinutes(session.scope, [session.sessionId, other.sessionId], {
    ...DAY,
    stepMinutes: 60,
  });
  expect(hourly).toEqual([{ sessionId: session.sessionId, at: at("09:00:00"), count: 2n, amount: 20_000n }]);
});

test("another organisation's minutes cannot be read", async () => {
  const stranger = await openTestSession();
  const reading = readMinutes(stranger.scope, session.sessionId, { ...DAY, by: "channel" });
  await expect(reading).rejects.toMatchObject({ code: "not_found" });
});
