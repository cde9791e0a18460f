/** Guarantee: every value that differs from the transactions is reported with its name and both figures. */
import { beforeEach, expect, test } from "vitest";
import { systemDb } from "@/lib/db/client";
import { closeSession } from "@/lib/sessions";
import { useTestDatabase } from "@/lib/testing/database";
import { recordCredit } from "@/lib/transactions";
import { createIncomingCredit, openTestSession } from "@/lib/transactions/testing/sessions";
import { verifyTotals } from "./index";

useTestDatabase();

let session: Awaited<ReturnType<typeof openTestSession>>;
beforeEach(async () => {
  session = await openTestSession("test", "https://platform.example/hook");
  await recordCredit(createIncomingCredit({ account: session.account }));
  await recordCredit(createIncomingCredit({ channel: "pos", devices: [session.terminalId] }));
});

const differences = async () => (await verifyTotals({ sessionId: session.sessionId })).differences;

test("a recorded and closed session has no difference", async () => {
  await closeSession(session.scope, session.sessionId);
  expect(await differences()).toEqual([]);
});

test("a session that is closed while the clock is behind has no difference", async () => {
  const { sql } = systemDb();
  await sql`
    update session_states set last_created_at = last_created_at + interval '1 day' where session_id = ${session.sessionId}`;
  await recordCredit(createIncomingCredit({ account: session.account }));
  await closeSession(session.scope, session.sessionId);
  expect(await differences()).toEqual([]);
});

test.each([
  ["an amount", "update transactions set amount = amount + 1 where channel = 'pos'", "total pos successful"],
  ["a total", "update session_totals set count = count + 1 where channel = 'pos'", "total pos successful"],
  ["a number", "update session_states set last_sequence = last_sequence + 1", "last number"],
  [
    "a terminal's number",
    "update terminals set last_sequence = last_sequence + 1 where last_sequence > 0",
    "last number of pos_",
  ],
  [
    "an operator",
    "update transactions set operator_id = 'op_nobody' where channel = 'pos'",
    "operator of txn_",
  ],
  [
    "an event that is gone",
    "delete from webhook_deliveries where transaction_id in (select id from transactions where channel = 'pos')",
    "event of txn_",
  ],
  [
    "a day of settlement",
    "insert into settlement_totals select session_id, '2026-11-20', organisation_id, mode, 1, 1 from sessions",
    "settled on 2026-11-20",
  ],
  [
    "a minute",
    "insert into minute_totals select session_id, '2026-11-20T09:15Z', 'pos', '', organisation_id, mode, 1, 1 from sessions",
    "minute 2026-11-20 09:15:00+00 pos",
  ],
  [
    "a close before a payment",
    "update session_states set status = 'closed', closed_at = '2020-01-01'",
    "transactions after the close",
  ],
])("%s that differs from the transactions is reported", async (_, change, reported) => {
  const where = / where /.test(change) ? " and" : " where";
  await systemDb().sql.unsafe(`${change}${where} session_id = '${session.sessionId}'`);
  expect((await differences()).map(({ what }) => what).join()).toContain(reported);
});
