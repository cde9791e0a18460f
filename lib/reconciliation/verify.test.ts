/** Guarantee: whatever is not as the transactions say is told, by name and with both figures. */
import { beforeEach, expect, test } from "vitest";
import { systemDb } from "@/lib/db/client";
import { closeSession } from "@/lib/sessions";
import { useTestDatabase } from "@/lib/testing/database";
import { recordCredit } from "@/lib/transactions";
import { incoming, openTestSession } from "@/lib/transactions/testing/sessions";
import { verifyTotals } from "./index";

useTestDatabase();

let session: Awaited<ReturnType<typeof openTestSession>>;
beforeEach(async () => {
  session = await openTestSession("test", "https://platform.example/hook");
  await recordCredit(incoming({ account: session.account }));
  await recordCredit(incoming({ channel: "pos", devices: [session.terminalId] }));
});

const differences = async () => (await verifyTotals({ sessionId: session.sessionId })).differences;

test("a session that was only recorded in and closed has no difference", async () => {
  await closeSession(session.scope, session.sessionId);
  expect(await differences()).toEqual([]);
});

test("a session that is closed while the clock stands back has none either", async () => {
  const { sql } = systemDb();
  await sql`
    update session_counters set last_created_at = last_created_at + interval '1 day' where session_id = ${session.sessionId}`;
  await recordCredit(incoming({ account: session.account }));
  await closeSession(session.scope, session.sessionId);
  expect(await differences()).toEqual([]);
});

test.each([
  ["an amount", "update transactions set amount = amount + 1 where channel = 'pos'", "total pos successful"],
  ["a total", "update session_totals set count = count + 1 where channel = 'pos'", "total pos successful"],
  ["a number", "update session_counters set last_number = last_number + 1", "last number"],
  [
    "a terminal's number",
    "update terminals set last_number = last_number + 1 where last_number > 0",
    "last number of pos_",
  ],
  [
    "an operator",
    "update transactions set operator_id = 'op_nobody' where channel = 'pos'",
    "operator of txn_",
  ],
  [
    "an event that is gone",
    "delete from deliveries where transaction_id in (select id from transactions where channel = 'pos')",
    "event of txn_",
  ],
  [
    "a day of settlement",
    "insert into settlement_totals select session_id, '2026-11-20', organisation_id, mode, 1, 1 from sessions",
    "settled on 2026-11-20",
  ],
  [
    "a minute",
    "insert into catalogue_minutes select session_id, '2026-11-20T09:15Z', 'pos', '', organisation_id, mode, 1, 1 from sessions",
    "minute 2026-11-20 09:15:00+00 pos",
  ],
  [
    "a close before a payment",
    "update session_counters set status = 'closed', closed_at = '2020-01-01'",
    "transactions after the close",
  ],
])("%s that is not as the transactions say is told", async (_, change, told) => {
  const where = / where /.test(change) ? " and" : " where";
  await systemDb().sql.unsafe(`${change}${where} session_id = '${session.sessionId}'`);
  expect((await differences()).map(({ what }) => what).join()).toContain(told);
});
