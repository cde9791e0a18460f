import { beforeAll, expect, test } from "vitest";
import { newId } from "@/lib/core/ids";
import type { Actor, Scope } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { assignException } from "@/lib/intake";
import { closeSession } from "@/lib/sessions";
import { useTestDatabase } from "@/lib/testing/database";
import { recordCredit } from "@/lib/transactions";
import { createIncomingCredit, openTestSession } from "@/lib/transactions/testing/sessions";
import { dismissException, getOwnException, listOwnExceptions } from ".";

useTestDatabase();

type TestSession = Awaited<ReturnType<typeof openTestSession>>;
const ADAEZE: Actor = {
  memberId: newId("member"),
  email: "adaeze@eko.example",
  name: "Adaeze",
  role: "finance",
};
let closed: TestSession;
let open: TestSession;
let stranger: TestSession;
let scope: Scope;

/** A closed and an open event of one organisation, and an event of another organisation. */
beforeAll(async () => {
  closed = await openTestSession();
  open = await openTestSession();
  stranger = await openTestSession();
  scope = { ...closed.scope, actor: ADAEZE };
  const { sql } = systemDb();
  for (const table of ["sessions", "session_states", "session_totals"]) {
    await sql`
      update ${sql(table)} set organisation_id = ${scope.organisationId} where session_id = ${open.sessionId}`;
  }
  await recordCredit(
    createIncomingCredit({ account: closed.account, paymentKey: "in-the-ledger", amount: 2_500_000n }),
  );
  await closeSession(closed.scope, closed.sessionId);
  await closeSession(stranger.scope, stranger.sessionId);
});

async function latePayment(session = closed) {
  const late = createIncomingCredit({
    account: session.account,
    amount: 1_500_000n,
    senderAccount: "3011874471",
  });
  expect(await recordCredit(late)).toEqual({ outcome: "exception" });
  const { rows } = await listOwnExceptions(session.scope, session.sessionId);
  const row = rows[0];
  if (!row) throw new Error("No exception was stored");
  return row;
}

const listAuditEntries = (subject: string) => systemDb().sql<{ actor: string; details: unknown }[]>`
  select actor, action, session_id, details from audit_entries where subject = ${subject}`;

test("a late payment is listed on its event with the bank's report, and only the account's last four digits", async () => {
  const row = await latePayment();
  expect(row).toMatchObject({
    reason: "session_closed",
    amount: 1_500_000n,
    is_assignable: true,
    ledger: null,
    event: { session_id: closed.sessionId, closed_at: expect.any(Date) },
    recorded_in: null,
    notification: { payer: "Ngozi Obi", account_last_four: "4471", bank: "GTBank" },
  });
  expect(JSON.stringify(row, (_, value) => (typeof value === "bigint" ? `${value}` : value))).not.toContain(
    "3011874471",
  );
});

test("a payment that the bank reports with another amount is listed with the recorded payment", async () => {
  const changed = createIncomingCredit({
    account: closed.account,
    paymentKey: "in-the-ledger",
    amount: 2_495_000n,
  });
  expect(await recordCredit(changed)).toEqual({ outcome: "exception" });
  const { rows, open_reasons: reasons } = await listOwnExceptions(scope, closed.sessionId, {
    reason: "conflicting_repeat",
  });
  expect(rows).toMatchObject([
    { ledger: { amount: 2_500_000n }, notification: { amount: 2_495_000n }, is_assignable: false },
  ]);
  expect(reasons).toMatchObject({ conflicting_repeat: 1 });
});

test("an organisation's exception without an event is listed on each of its events, and on no other organisation's", async () => {
  const row = await latePayment();
  await systemDb().sql`update exceptions set session_id = null where id = ${row.id}`;
  const theirs = await latePayment(stranger);
  const here = await listOwnExceptions(scope, open.sessionId);
  expect(here.rows.map(({ id }) => id)).toEqual([row.id]);
  expect(here.open_count).toBe(1);
  await expect(listOwnExceptions(scope, stranger.sessionId)).rejects.toMatchObject({ code: "not_found" });
  await expect(getOwnException(scope, closed.sessionId, theirs.id)).rejects.toMatchObject({
    code: "not_found",
  });
});

test("another organisation's exception cannot be assigned or dismissed, and does not change", async () => {
  const theirs = await latePayment(stranger);
  const refused = { code: "not_found" };
  const request = { exceptionId: theirs.id, sessionId: open.sessionId };
  await expect(assignException(scope, request)).rejects.toMatchObject(refused);
  await expect(dismissException(scope, { exceptionId: theirs.id, note: "mine" })).rejects.toMatchObject(
    refused,
  );
  expect(await getOwnException(stranger.scope, stranger.sessionId, theirs.id)).toMatchObject({
    resolved_at: null,
  });
  expect(await listAuditEntries(theirs.id)).toEqual([]);
});

test("an assigned late payment stays listed on its original event, with the member who assigned it", async () => {
  const row = await latePayment();
  const { transactionId } = await assignException(scope, { exceptionId: row.id, sessionId: open.sessionId });
  const resolved = await listOwnExceptions(scope, closed.sessionId, { state: "resolved" });
  expect(resolved.rows.find(({ id }) => id === row.id)).toMatchObject({
    resolution: "assigned",
    transaction_id: transactionId,
    resolved_by: ADAEZE.email,
    ledger: { transaction_id: transactionId, session_id: open.sessionId },
    event: { session_id: closed.sessionId },
    recorded_in: { session_id: open.sessionId, closed_at: null },
  });
  expect(await listAuditEntries(row.id)).toEqual([
    {
      actor: ADAEZE.email,
      action: "resolved_exception",
      sessionId: open.sessionId,
      details: { resolution: "assigned" },
    },
  ]);
});

test("an exception marked for refund is resolved once, with its note", async () => {
  const row = await latePayment();
  const decision = { exceptionId: row.id, note: "Sent back by the bank", resolution: "to_refund" as const };
  await dismissException(scope, decision);
  await expect(dismissException(scope, decision)).rejects.toMatchObject({ code: "conflict" });
  expect(await getOwnException(scope, closed.sessionId, row.id)).toMatchObject({
    resolution: "to_refund",
    note: "Sent back by the bank",
    resolved_by: ADAEZE.email,
  });
  expect(await listAuditEntries(row.id)).toHaveLength(1);
});

test("a long list is paged, and each exception is returned once", async () => {
  const session = await openTestSession();
  await closeSession(session.scope, session.sessionId);
  for (let count = 0; count < 60; count++)
    await recordCredit(createIncomingCredit({ account: session.account }));
  const first = await listOwnExceptions(session.scope, session.sessionId);
  const second = await listOwnExceptions(session.scope, session.sessionId, {
    before: first.next ?? undefined,
  });
  expect([first.rows.length, second.rows.length, second.next]).toEqual([50, 10, null]);
  expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(60);
  expect(first.open_count).toBe(60);
});
