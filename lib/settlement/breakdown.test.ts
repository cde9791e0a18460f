import { expect, test } from "vitest";
import { newId } from "@/lib/core/ids";
import { systemTx } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { fillSession } from "@/lib/testing/fill-session";
import { recordCredit } from "@/lib/transactions";
import { createIncomingCredit, openTestSession } from "@/lib/transactions/testing/sessions";
import { applySettlement, importSessionSettlements, listSettlementBreakdown, summariseSettlement } from ".";

useTestDatabase();

test("the breakdown of each day adds up to the day's settled total, to the kobo", async () => {
  const { scope, sessionId } = await openTestSession();
  await systemTx((db) => fillSession(db, { sessionId, count: 2_000 }));
  const { by_date: days } = await summariseSettlement(scope, sessionId);
  const { rows } = await listSettlementBreakdown(scope, sessionId);
  const sums: typeof days = {};
  for (const { date, count, total } of rows) {
    const sum = sums[date] ?? { count: 0, total: 0n };
    sums[date] = { count: sum.count + count, total: sum.total + total };
  }
  expect(Object.keys(days).length).toBeGreaterThan(1);
  expect(sums).toEqual(days);
});

test("the breakdown of another organisation's session is not found", async () => {
  const { sessionId } = await openTestSession();
  const { scope } = await openTestSession();
  await expect(listSettlementBreakdown(scope, sessionId)).rejects.toMatchObject({ code: "not_found" });
});

/** Opens a session with a recorded payment whose key is also the reference of its settlement, as Lenco and Nomba name it. */
async function openPaidSession() {
  const session = await openTestSession();
  const reference = newId("pairing");
  const paid = createIncomingCredit({ paymentKey: reference, account: session.account });
  await recordCredit(paid);
  return { ...session, reference, paid };
}

test("a settlement with its payment's reference has the time of its own first notification, not the payment's", async () => {
  const { scope, sessionId, reference, paid } = await openPaidSession();
  const paidAt = paid.notification.receivedAt.getTime();
  const [first, repeated] = [new Date(paidAt + 3_600_000), new Date(paidAt + 7_200_000)];
  for (const receivedAt of [first, repeated])
    await applySettlement(
      {
        ...paid.notification,
        notificationId: newId("notification"),
        event: "settlement",
        body: Buffer.from(`{"at":"${receivedAt.toISOString()}"}`),
        receivedAt,
      },
      {
        kind: "settlement",
        reference,
        settledOn: "2026-11-21",
        lines: [{ paymentKey: reference, gross: 10_000n }],
        unreadableLines: [],
      },
    );
  const { rows } = await listSettlementBreakdown(scope, sessionId);
  expect(rows).toMatchObject([{ date: "2026-11-21", reference, count: 1, landed_at: first }]);
});

test("a settlement with its payment's reference that only a file reports has no time", async () => {
  const { scope, sessionId, reference } = await openPaidSession();
  const csv = `payment_reference,settlement_reference,settled_on,amount\n${reference},${reference},2026-11-21,100.00`;
  await importSessionSettlements(scope, { sessionId, csv, preview: false });
  const { rows } = await listSettlementBreakdown(scope, sessionId);
  expect(rows).toMatchObject([{ reference, count: 1, landed_at: null }]);
});
