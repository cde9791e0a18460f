import { beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { systemDb } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { ExpectedPaymentsPage } from "./contract";
import { findExpectedPayments } from "./find";
import { type ExpectedSession, inAnHour, openExpectedSession } from "./testing/session";

useTestDatabase();

let session: ExpectedSession;
beforeEach(async () => {
  session = await openExpectedSession();
});

const none = { count: 0, amount_to_pay: 0n, amount_paid: 0n };
const readTotals = async (query = {}) =>
  (await findExpectedPayments(session.scope, session.sessionId, query)).totals;

/** Creates an expected payment of ₦5,000.00 for each reference, and pays the given amounts. */
async function expectAndPay(orders: Record<string, bigint>): Promise<void> {
  for (const [reference, amount] of Object.entries(orders)) {
    await session.expect({ reference, expires_at: inAnHour() });
    if (amount > 0n) await session.pay({ amount, narration: reference });
  }
  await session.match();
}

test("an event without expected payments has totals of zero", async () => {
  expect(await readTotals()).toEqual({
    ...{ awaiting: none, paid: none, underpaid: none, overpaid: none, expired: none },
  });
});

test("each status has the number and the sums of its expected payments", async () => {
  await expectAndPay({
    ...{ "ORD-1001": 0n, "ORD-1002": 0n, "ORD-1003": 500_000n },
    ...{ "ORD-1004": 200_050n, "ORD-1005": 500_001n },
  });
  expect(await readTotals()).toEqual({
    awaiting: { count: 2, amount_to_pay: 1_000_000n, amount_paid: 0n },
    paid: { count: 1, amount_to_pay: 500_000n, amount_paid: 500_000n },
    underpaid: { count: 1, amount_to_pay: 500_000n, amount_paid: 200_050n },
    overpaid: { count: 1, amount_to_pay: 500_000n, amount_paid: 500_001n },
    expired: none,
  });
});

test("what has expired by the clock is counted as expired before the loop has stored it, and paid orders stay paid", async () => {
  await expectAndPay({ "ORD-1001": 0n, "ORD-1002": 200_000n, "ORD-1003": 500_000n, "ORD-1004": 600_000n });
  await systemDb()
    .sql`update expected_payments set expires_at = now() where session_id = ${session.sessionId}`;
  expect(await readTotals()).toMatchObject({
    awaiting: none,
    underpaid: none,
    expired: { count: 2, amount_to_pay: 1_000_000n, amount_paid: 200_000n },
    paid: { count: 1 },
    overpaid: { count: 1 },
  });
});

test("the reserved amount that the payer is asked for is counted", async () => {
  const { amount_to_pay: reserved } = await session.expect({
    ...{ match_by_amount: true, expires_at: inAnHour() },
  });
  expect((await readTotals()).awaiting).toEqual({ count: 1, amount_to_pay: reserved, amount_paid: 0n });
});

test("the totals are of the whole event, whatever the filters and the page", async () => {
  await expectAndPay({ "ORD-1001": 0n, "ORD-1002": 500_000n });
  const totals = await readTotals();
  for (const query of [{ status: "paid" }, { q: "1001" }, { q: "nothing" }, { limit: 1 }, { before: 1 }])
    expect(await readTotals(query)).toEqual(totals);
});

test("the totals are decimal strings in the dashboard's JSON", async () => {
  await expectAndPay({ "ORD-1001": 200_050n });
  const page = await findExpectedPayments(session.scope, session.sessionId);
  expect(z.encode(ExpectedPaymentsPage, page).totals.underpaid).toEqual({
    ...{ count: 1, amount_to_pay: "5000.00", amount_paid: "2000.50" },
  });
});

test("another event is not counted, and a stranger's looks unknown", async () => {
  await expectAndPay({ "ORD-1001": 0n });
  const stranger = await openExpectedSession();
  await stranger.expect({ amount: "70.00" });
  expect((await readTotals()).awaiting).toEqual({ count: 1, amount_to_pay: 500_000n, amount_paid: 0n });
  for (const scope of [stranger.scope, { ...session.scope, mode: "live" as const }])
    await expect(findExpectedPayments(scope, session.sessionId)).rejects.toMatchObject({ code: "not_found" });
});

test("an expected payment is found by its payer's name as it is stored, whatever letters it has", async () => {
  await session.expect({ payer: "ỌLÁÍDÉ ÀJÀYÍ" });
  await session.expect({ reference: "ORD-2002", payer: "Emeka" });
  for (const q of ["ỌLÁÍDÉ", "DÉ ÀJ", "ORD 1001"]) {
    const { rows } = await findExpectedPayments(session.scope, session.sessionId, { q });
    expect(
      rows.map(({ reference }) => reference),
      q,
    ).toEqual(["ORD-1001"]);
  }
});
