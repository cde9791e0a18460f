import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { COMMAND_LINE, type Scope } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { reprocessNotification } from "@/lib/intake";
import { verifyTotals } from "@/lib/reconciliation";
import { useTestDatabase } from "@/lib/testing/database";
import { recordCredit } from "@/lib/transactions";
import { createIncomingCredit, openTestSession } from "@/lib/transactions/testing/sessions";
import { importProviderSettlements, importSessionSettlements, summariseSettlement } from "../index";

useTestDatabase();

const HEADER = "payment_reference,settlement_reference,settled_on,amount";
const toCsv = (...lines: string[]) => [HEADER, ...lines].join("\n");
const newReference = () => randomBytes(6).toString("hex");

/** Opens a session, records successful payments of 100.00 in it, and adds an owner to its scope. */
async function openPaidSession(count: number, status: "successful" | "pending" = "successful") {
  const session = await openTestSession();
  const keys = Array.from({ length: count }, newReference);
  for (const paymentKey of keys)
    await recordCredit(createIncomingCredit({ paymentKey, account: session.account, status }));
  const { organisationId } = session.scope;
  const actor = {
    memberId: "mem_01",
    email: "finance@example.test",
    name: "Finance",
    role: "finance",
  } as const;
  const scope: Scope = { ...session.scope, actor };
  return { ...session, keys, scope, organisationId };
}

const listExceptions = (sessionId: string) =>
  systemDb().sql<{ reason: string; detail: string }[]>`
    select reason, detail from exceptions where session_id = ${sessionId}`;

test("an import settles the session's payments once, by the bank's date and reference, with an audit entry", async () => {
  const { scope, sessionId, keys, organisationId } = await openPaidSession(3);
  const reference = newReference();
  const csv = toCsv(...keys.slice(0, 2).map((key) => `${key},${reference},2026-11-21,100.00`));
  const preview = await importSessionSettlements(scope, { sessionId, csv, preview: true });
  expect(preview).toMatchObject({
    imported: false,
    invalid: [],
    lines: [{ outcome: "ready" }, { outcome: "ready" }],
  });
  expect(await summariseSettlement(scope, sessionId)).toMatchObject({ settled_count: 0 });

  await importSessionSettlements(scope, { sessionId, csv, preview: false });
  expect(await summariseSettlement(scope, sessionId)).toMatchObject({
    settled_count: 2,
    total_settled: 20_000n,
    total_pending_settlement: 10_000n,
    by_date: { "2026-11-21": { count: 2, total: 20_000n } },
  });
  const again = await importSessionSettlements(scope, { sessionId, csv, preview: false });
  expect(again.lines.map(({ outcome }) => outcome)).toEqual(["imported", "imported"]);
  expect(await summariseSettlement(scope, sessionId)).toMatchObject({ settled_count: 2 });
  expect(await listExceptions(sessionId)).toEqual([]);
  expect((await verifyTotals({ sessionId })).differences).toEqual([]);
  const entries = await systemDb().sql`
    select actor, details from audit_entries where organisation_id = ${organisationId} and action = 'imported_settlements'`;
  expect([...entries]).toEqual([
    { actor: "finance@example.test", details: { lines: "2" } },
    { actor: "finance@example.test", details: { lines: "2" } },
  ]);
});

test("a line of another amount opens an exception as the preview says; a pending payment is settled once it is successful", async () => {
  const { scope, sessionId, keys, account } = await openPaidSession(1);
  const pending = createIncomingCredit({ paymentKey: newReference(), account, status: "pending" });
  await recordCredit(pending);
  const csv = toCsv(
    `${keys[0]},${newReference()},2026-11-21,99.00`,
    `${pending.credit.paymentKey},${newReference()},2026-11-21,100`,
  );
  const { lines } = await importSessionSettlements(scope, { sessionId, csv, preview: false });
  expect(lines.map(({ outcome }) => outcome)).toEqual(["exception", "pending"]);
  expect(await listExceptions(sessionId)).toEqual([
    { reason: "settlement_mismatch", detail: lines[0]?.detail },
  ]);
  expect(await summariseSettlement(scope, sessionId)).toMatchObject({ settled_count: 0 });
  await recordCredit(createIncomingCredit({ paymentKey: pending.credit.paymentKey, account }));
  expect(await summariseSettlement(scope, sessionId)).toMatchObject({ settled_count: 1 });
  expect((await verifyTotals({ sessionId })).differences).toEqual([]);
});

test("a member's lines affect only payments of that session; another organisation's session is not found", async () => {
  const stranger = await openPaidSession(0);
  const owner = await openPaidSession(1);
  const csv = toCsv(`${owner.keys[0]},${newReference()},2026-11-21,100.00`);
  const request = { csv, preview: false };
  await expect(
    importSessionSettlements(stranger.scope, { ...request, sessionId: owner.sessionId }),
  ).rejects.toMatchObject({ code: "not_found" });
  const { lines } = await importSessionSettlements(stranger.scope, {
    ...request,
    sessionId: stranger.sessionId,
  });
  expect(lines).toMatchObject([{ outcome: "unknown" }]);
  expect(lines[0]?.payment).toBeUndefined();
  expect(await summariseSettlement(owner.scope, owner.sessionId)).toMatchObject({ settled_count: 0 });
  expect(await listExceptions(stranger.sessionId)).toEqual([]);
});

test("a file with an invalid line is refused as a whole, with the line and the remedy", async () => {
  const { scope, sessionId, keys } = await openPaidSession(1);
  const csv = toCsv(`${keys[0]},S1,2026-11-21,100.00`, `${newReference()},S1,yesterday,1`);
  await expect(importSessionSettlements(scope, { sessionId, csv, preview: false })).rejects.toMatchObject({
    code: "invalid_request",
    faults: [{ pointer: "/csv", detail: expect.stringMatching(/^Line 3: settled_on must be a date/) }],
  });
  expect(await summariseSettlement(scope, sessionId)).toMatchObject({ settled_count: 0 });
});

test("the operator's import covers every organisation, and an unknown payment opens an exception", async () => {
  const [one, other] = [await openPaidSession(1), await openPaidSession(1)];
  const unknown = newReference();
  const reference = newReference();
  const csv = toCsv(
    ...[one.keys[0], other.keys[0], unknown].map((key) => `${key},${reference},2026-11-21,100.00`),
  );
  const request = { provider: "paystack", mode: "test", csv, preview: false } as const;
  const { lines } = await importProviderSettlements(COMMAND_LINE, request);
  expect(lines.map(({ outcome }) => outcome)).toEqual(["ready", "ready", "unknown"]);
  for (const { scope, sessionId } of [one, other])
    expect(await summariseSettlement(scope, sessionId)).toMatchObject({ settled_count: 1 });
  const opened = await systemDb().sql<{ reason: string; notificationId: `ntc_${string}` }[]>`
    select reason, notification_id from exceptions where correlation_key = ${unknown}`;
  expect(opened).toMatchObject([{ reason: "settlement_unreported" }]);
  const notificationId = opened[0]?.notificationId;
  expect(notificationId && (await reprocessNotification(COMMAND_LINE, notificationId))).toEqual({
    outcome: "settlement",
  });
  expect((await verifyTotals({})).differences).toEqual([]);
});

test("net amounts are compared after fee and stamp duty", async () => {
  const { scope, sessionId, account } = await openPaidSession(0);
  const paymentKey = newReference();
  await recordCredit(createIncomingCredit({ paymentKey, account, fee: 150n }));
  const csv = `payment_reference,settlement_reference,settled_on,net_amount\n${paymentKey},${newReference()},2026-11-21,98.50`;
  await importSessionSettlements(scope, { sessionId, csv, preview: false });
  expect(await summariseSettlement(scope, sessionId)).toMatchObject({
    settled_count: 1,
    total_settled: 10_000n,
  });
});
