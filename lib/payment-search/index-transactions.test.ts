/** Guarantee: minutes are exact at every moment, whatever has been catalogued yet and by however many. */
import { beforeEach, expect, test } from "vitest";
import { systemDb, systemTx } from "@/lib/db/client";
import { verifyTotals } from "@/lib/reconciliation";
import { useTestDatabase } from "@/lib/testing/database";
import { fillSession } from "@/lib/testing/fill";
import { recordCredit } from "@/lib/transactions";
import { incoming, openTestSession } from "@/lib/transactions/testing/sessions";
import { readMinutes, readSessionsMinutes } from "./index";
import { indexNextTransactions } from "./index-transactions";

useTestDatabase();

let session: Awaited<ReturnType<typeof openTestSession>>;
beforeEach(async () => {
  session = await openTestSession();
});

const NIGHT = { from: new Date("2026-11-20T00:00:00Z"), to: new Date("2026-11-21T00:00:00Z") };
const minutes = (by: "channel" | "terminal" = "channel") =>
  readMinutes(session.scope, session.sessionId, { ...NIGHT, by });
const record = (credit: Parameters<typeof incoming>[0] = {}) =>
  recordCredit(incoming({ account: session.account, ...credit }));
const catalogue = () => indexNextTransactions(session.sessionId);
const at = (time: string) => new Date(`2026-11-20T${time}Z`);

test("what is not catalogued yet counts, and counts once when it is", async () => {
  await record();
  await record({ amount: 5_000n });
  await record({ channel: "pos", devices: [session.terminalId], paidAt: at("09:16:00") });
  const taken = [
    { at: at("09:15:00"), key: "bank_transfer", count: 2n, amount: 15_000n },
    { at: at("09:16:00"), key: "pos", count: 1n, amount: 10_000n },
  ];
  expect(await minutes()).toEqual(taken);
  expect(await catalogue()).toBe(3);
  expect(await minutes()).toEqual(taken);
  await record({ paidAt: at("09:16:59.999") });
  expect(await minutes("terminal")).toEqual([
    { at: at("09:15:00"), key: "", count: 2n, amount: 15_000n },
    { at: at("09:16:00"), key: "", count: 1n, amount: 10_000n },
    { at: at("09:16:00"), key: session.terminalId, count: 1n, amount: 10_000n },
  ]);
});

test("a pending payment counts from the moment it succeeds, in the minute it was made in; a failed one never", async () => {
  await record({ status: "pending", paymentKey: "turns" });
  await record({ status: "pending", paymentKey: "fails" });
  await record({ status: "failed" });
  await catalogue();
  expect(await minutes()).toEqual([]);
  await record({ status: "successful", paymentKey: "turns" });
  await record({ status: "failed", paymentKey: "fails" });
  const turned = [{ at: at("09:15:00"), key: "bank_transfer", count: 1n, amount: 10_000n }];
  expect(await minutes()).toEqual(turned);
  expect(await catalogue()).toBe(0);
  expect(await minutes()).toEqual(turned);
  const { sql } = systemDb();
  expect(await sql`select from catalogue_pending where session_id = ${session.sessionId}`).toHaveLength(0);
});

test("two that catalogue at once count nothing twice", async () => {
  const { sessionId } = session;
  await systemTx((db) => fillSession(db, { sessionId, count: 400 }));
  const works = Array.from({ length: 8 }, async () => {
    for (let turn = 0; turn < 8; turn++) await indexNextTransactions(sessionId, 50);
  });
  await Promise.all(works);
  while ((await indexNextTransactions(sessionId, 50)) > 0);
  const { sql } = systemDb();
  const [kept] = await sql`
    select sum(count)::bigint as count, sum(amount)::bigint as amount from catalogue_minutes where session_id = ${sessionId}`;
  const [taken] = await sql`
    select sum(count)::bigint as count, sum(amount)::bigint as amount from session_totals
    where session_id = ${sessionId} and status = 'successful'`;
  expect(kept).toEqual(taken);
  expect(await sql`select from catalogue_entries where session_id = ${sessionId}`).toHaveLength(400);
  expect((await verifyTotals({ sessionId })).differences).toEqual([]);
});

test("whoever catalogues while another is at it does nothing", async () => {
  await record();
  await catalogue();
  await record();
  await systemTx(async ({ sql }) => {
    await sql`select from catalogues where session_id = ${session.sessionId} for update`;
    expect(await catalogue()).toBe(0);
  });
  expect(await catalogue()).toBe(1);
});

test("longer slots hold what their minutes hold, and sessions are told apart", async () => {
  const other = await openTestSession();
  await record({ paidAt: at("09:00:00") });
  await record({ paidAt: at("09:59:59") });
  await recordCredit(incoming({ account: other.account }));
  const hourly = await readSessionsMinutes(session.scope, [session.sessionId, other.sessionId], {
    ...NIGHT,
    stepMinutes: 60,
  });
  expect(hourly).toEqual([{ sessionId: session.sessionId, at: at("09:00:00"), count: 2n, amount: 20_000n }]);
});

test("another organisation's minutes are nobody's to read", async () => {
  const stranger = await openTestSession();
  const reading = readMinutes(stranger.scope, session.sessionId, { ...NIGHT, by: "channel" });
  await expect(reading).rejects.toMatchObject({ code: "not_found" });
});
