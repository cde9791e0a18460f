/** Guarantee: manually assigned payments move once, with their share of the totals, and amounts never change. */
import { beforeEach, expect, test } from "vitest";
import { type Id, newId } from "@/lib/core/ids";
import { COMMAND_LINE, type Scope } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { findPayments, getPayment, revealAccount } from "@/lib/payment-search";
import { PaymentFilters } from "@/lib/payment-search/contract";
import { verifyTotals } from "@/lib/reconciliation";
import { closeSession } from "@/lib/sessions";
import { useTestDatabase } from "@/lib/testing/database";
import { recordCredit } from "@/lib/transactions";
import { createIncomingCredit, openTestSession } from "@/lib/transactions/testing/sessions";
import { addOperator, assignOperator, assignPayments } from "./index";

useTestDatabase();

let session: Awaited<ReturnType<typeof openTestSession>>;
let ngozi: Id<"operator">;
let member: Scope;
beforeEach(async () => {
  session = await openTestSession();
  const request = { name: "Ngozi Eze", email: undefined, phone: undefined, role: undefined };
  ngozi = (await addOperator(session.scope, session.sessionId, request)).id;
  member = {
    ...session.scope,
    actor: { memberId: newId("member"), email: "ada@example.com", name: "Ada", role: "owner" },
  };
});

async function record(credit: Parameters<typeof createIncomingCredit>[0] = {}): Promise<Id<"transaction">> {
  const recording = await recordCredit(createIncomingCredit({ account: session.account, ...credit }));
  return recording.outcome === "recorded" ? recording.transactionId : "txn_";
}
const assign = (
  payments: Parameters<typeof assignPayments>[1]["payments"],
  operatorId: typeof ngozi | null = ngozi,
) => assignPayments(member, { sessionId: session.sessionId, operatorId, payments });
const find = (filters: Record<string, string>) =>
  findPayments(session.scope, session.sessionId, PaymentFilters.parse(filters), { limit: 50 });
const takenBy = async (operator: string) => (await find({ operator })).totals?.successful.amount;
const differences = async () => (await verifyTotals({ sessionId: session.sessionId })).differences;

test("payments move with their totals, and a client that catches up receives them", async () => {
  const ids = [await record(), await record({ amount: 5_000n })];
  await record({ amount: 7_000n });
  const before = await find({});
  expect(await assign(ids)).toEqual({ moved: 2 });
  expect([await takenBy(ngozi), await takenBy("none")]).toEqual([15_000n, 7_000n]);
  const changed = await systemDb().sql`
    select id from transactions where session_id = ${session.sessionId} and updated_in_version > ${before.version}`;
  expect(changed.map(({ id }) => id).sort()).toEqual(ids.sort());
  expect(await assign(ids)).toEqual({ moved: 0 });
  expect(await assign(ids, null)).toEqual({ moved: 2 });
  expect(await takenBy("none")).toBe(22_000n);
  expect(await differences()).toEqual([]);
});

test("all matching unassigned payments move together; assigned ones stay", async () => {
  await assignOperator(COMMAND_LINE, {
    terminalId: session.terminalId,
    operatorId: ngozi,
    from: new Date("2026-01-01T00:00:00Z"),
  });
  const funke = (
    await addOperator(session.scope, session.sessionId, {
      name: "Funke",
      email: undefined,
      phone: undefined,
      role: undefined,
    })
  ).id;
  await record({ narration: "Table 6" });
  await record({ narration: "Table 6 again" });
  await record({ narration: "Ticket" });
  await record({ narration: "Table 6", channel: "pos", devices: [session.terminalId] });
  expect(await assign({ matching: PaymentFilters.parse({ q: "table" }) }, funke)).toEqual({ moved: 2 });
  expect([await takenBy(funke), await takenBy(ngozi), await takenBy("none")]).toEqual([
    20_000n,
    10_000n,
    10_000n,
  ]);
  expect(await differences()).toEqual([]);
});

test("a later hand-over of the terminal moves its payments again", async () => {
  const id = await record({ channel: "pos", devices: [session.terminalId] });
  const other = (
    await addOperator(session.scope, session.sessionId, {
      name: "Funke",
      email: undefined,
      phone: undefined,
      role: undefined,
    })
  ).id;
  await assign([id], other);
  expect(await differences()).toEqual([]);
  await assignOperator(COMMAND_LINE, {
    terminalId: session.terminalId,
    operatorId: ngozi,
    from: new Date("2026-01-01T00:00:00Z"),
  });
  expect([await takenBy(other), await takenBy(ngozi)]).toEqual([0n, 10_000n]);
  expect(await differences()).toEqual([]);
});

test("other organisations' payments, operators and sessions are not accessible", async () => {
  const id = await record();
  const stranger = await openTestSession();
  const theirs = { sessionId: stranger.sessionId, operatorId: null, payments: [id] };
  expect(await assignPayments(stranger.scope, theirs)).toEqual({ moved: 0 });
  const reaching = { sessionId: session.sessionId, operatorId: null, payments: [id] };
  await expect(assignPayments(stranger.scope, reaching)).rejects.toMatchObject({ code: "not_found" });
  await expect(assign([id], newId("operator"))).rejects.toMatchObject({ code: "not_found" });
  const one = { sessionId: session.sessionId, transactionId: id };
  await expect(getPayment(stranger.scope, one)).rejects.toMatchObject({ code: "not_found" });
  await expect(revealAccount(stranger.scope, one)).rejects.toMatchObject({ code: "not_found" });
});

test("a payment lists its history and can be assigned after the event is closed", async () => {
  const id = await record({ status: "pending", paymentKey: "turns" });
  await record({ status: "successful", paymentKey: "turns" });
  await closeSession(session.scope, session.sessionId);
  await assign([id]);
  const detail = await getPayment(session.scope, { sessionId: session.sessionId, transactionId: id });
  expect(detail.payment).toMatchObject({
    status: "successful",
    operator_name: "Ngozi Eze",
    account_tail: "6789",
  });
  expect(detail.account_length).toBe(10);
  expect(detail.steps.map(({ kind }) => kind)).toEqual([
    "paid",
    "notified",
    "recorded",
    "notified",
    "assigned",
  ]);
  expect(detail.steps.at(-1)).toMatchObject({ by: "ada@example.com", terminal_label: null });
});

test("revealing an account number is audited without the number", async () => {
  const id = await record();
  const revealed = await revealAccount(member, { sessionId: session.sessionId, transactionId: id });
  expect(revealed).toEqual({ sender_account: "0123456789" });
  const auditEntries = await systemDb()
    .sql`select actor, action, details from audit_entries where subject = ${id}`;
  expect(auditEntries).toEqual([{ actor: "ada@example.com", action: "revealed_account", details: {} }]);
});
