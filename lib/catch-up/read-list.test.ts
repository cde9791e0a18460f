/** Guarantee: a payment that no notification reported is found in the bank's list and recorded once. */

import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { findLiveConnection } from "@/lib/bank";
import { assertDefined } from "@/lib/core/errors/assert";
import type { Id } from "@/lib/core/ids";
import { COMMAND_LINE } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { reprocessNotification } from "@/lib/intake";
import { getPayment } from "@/lib/payment-search";
import { verifyTotals } from "@/lib/reconciliation";
import { useTestDatabase } from "@/lib/testing/database";
import { openTestSession } from "@/lib/transactions/testing/sessions";
import { readDueLists, readListStates, readRange } from "./index";
import { notify, startLivePaystack } from "./testing/paystack";

const paystack = await startLivePaystack();
afterAll(() => paystack.close());
useTestDatabase();

const LIST = "GET /transaction";
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
let session: Awaited<ReturnType<typeof openTestSession>>;

beforeEach(async () => {
  await systemDb().sql`delete from bank_polls`;
  paystack.ledger.payments.length = 0;
  paystack.requests.length = 0;
  session = await openTestSession("live", "https://receiver.example/hook");
});

let payments = 0;
/** A payment at the bank whose notification was lost. */
const pay = (given: Parameters<typeof paystack.ledger.pay>[2] = {}) => {
  payments++;
  return paystack.ledger.pay(session.account, 10_000n, {
    key: `lost-${payments}`,
    paidAt: minutesAgo(5),
    ...given,
  });
};
/** Makes the bank list this row alone, once. */
const list = (row: unknown) =>
  paystack.fail(LIST, { status: 200, body: { status: true, data: [row], meta: { next: null } } });
const makeDue = () => systemDb().sql`update bank_polls set due_at = clock_timestamp() - interval '1 second'`;

async function readAgain(): Promise<number> {
  await makeDue();
  return readDueLists();
}

const readTransactions = () =>
  systemDb().sql<{ id: Id<"transaction">; status: string; amount: bigint }[]>`
    select id, status, amount from transactions where session_id = ${session.sessionId} order by sequence`;
const countStored = async () => {
  const [row] = await systemDb().sql<{ count: number }[]>`
    select count(*)::int as count from bank_notifications where session_id = ${session.sessionId}`;
  return row?.count;
};
const state = async () => (await readListStates())[0];

test("a payment without a notification is recorded from the list, with its origin in the history and one event", async () => {
  pay();
  expect(await readDueLists()).toBe(1);
  const [found] = await readTransactions();
  expect(found).toMatchObject({ status: "successful", amount: 10_000n });
  const payment = await getPayment(session.scope, {
    sessionId: session.sessionId,
    transactionId: assertDefined(found, "recorded").id,
  });
  expect(payment.steps.map(({ kind }) => kind)).toEqual(["paid", "listed", "recorded", "sent"]);
  expect((await verifyTotals({})).differences).toEqual([]);
  expect(await readAgain()).toBe(0);
  expect(await readTransactions()).toHaveLength(1);
});

test("the notification that comes after changes nothing", async () => {
  const payment = pay();
  await readDueLists();
  expect((await notify(payment)).outcome).toBe("existing");
  await notify(payment);
  expect(await readTransactions()).toHaveLength(1);
  const events = await systemDb().sql`select from webhook_deliveries where session_id = ${session.sessionId}`;
  expect(events).toHaveLength(1);
  expect(await systemDb().sql`select from exceptions where session_id = ${session.sessionId}`).toEqual([]);
  expect((await verifyTotals({})).differences).toEqual([]);
});

test("a row of a payment that a notification reported is a repeat, and nothing is stored", async () => {
  const payment = pay();
  await notify(payment);
  const stored = await countStored();
  expect(await readDueLists()).toBe(0);
  expect(await countStored()).toBe(stored);
  expect(await readTransactions()).toHaveLength(1);
});

test("a notification and the list at the same time record one payment", async () => {
  const lost = Array.from({ length: 10 }, () => pay());
  await Promise.all([readDueLists(), ...lost.flatMap((payment) => [notify(payment), notify(payment)])]);
  expect(await readTransactions()).toHaveLength(10);
  expect((await verifyTotals({})).differences).toEqual([]);
});

test("a row that contradicts the recorded amount opens an exception", async () => {
  const payment = pay();
  await notify(payment, { amount: 99_900n });
  await readDueLists();
  expect(
    await systemDb()
      .sql`select reason, recorded_amount from exceptions where correlation_key = ${payment.key}`,
  ).toEqual([{ reason: "conflicting_repeat", recordedAmount: 99_900n }]);
});

test("a payment to an unknown account is an exception, once", async () => {
  const payment = paystack.ledger.pay("0000000019", 500n, { key: "unknown-account", paidAt: minutesAgo(1) });
  expect(await readDueLists()).toBe(1);
  expect(await readAgain()).toBe(0);
  expect(await systemDb().sql`select reason from exceptions where correlation_key = ${payment.key}`).toEqual([
    { reason: "unknown_destination" },
  ]);
});

test("a row that cannot be read is an open exception, and the others are recorded", async () => {
  pay();
  const odd = { reference: "odd", amount: "?", status: "success", channel: "dedicated_nuban" };
  list(odd);
  expect(await readDueLists()).toBe(1);
  expect(await readAgain()).toBe(1);
  const [exception] = await systemDb().sql<{ id: Id<"notification">; provider: string }[]>`
    select notification_id as id, provider from exceptions where reason = 'unreadable' and resolved_at is null`;
  expect(exception?.provider).toBe("paystack");
  expect(await readTransactions()).toHaveLength(1);
  const unread = assertDefined(exception, "opened");
  expect(await reprocessNotification(COMMAND_LINE, unread.id)).toEqual({ outcome: "exception" });
  expect((await verifyTotals({})).differences).toEqual([]);
});

const CARD = { reference: "card", amount: 5000, channel: "card", currency: "NGN" };

test("a card checkout in progress or abandoned is skipped, and the watermark does not wait for it", async () => {
  list({ ...CARD, status: "ongoing", created_at: minutesAgo(10).toISOString() });
  expect(await readDueLists()).toBe(0);
  expect(assertDefined(await state(), "read").listedUntil > minutesAgo(5)).toBe(true);
  await makeDue();
  list({ ...CARD, status: "abandoned" });
  expect(await readDueLists()).toBe(0);
  expect(await systemDb().sql`select from bank_notifications where correlation_key = 'card'`).toEqual([]);
  expect(await systemDb().sql`select from exceptions where correlation_key = 'card'`).toEqual([]);
});

test("a card payment that was completed is an exception", async () => {
  list({ ...CARD, reference: "paid-by-card", status: "success" });
  expect(await readDueLists()).toBe(1);
  expect(
    await systemDb().sql`select reason, resolved_at from exceptions where correlation_key = 'paid-by-card'`,
  ).toEqual([{ reason: "unsupported_channel", resolvedAt: null }]);
});

test("a pending payment is listed again until it is final", async () => {
  const payment = pay({ status: "pending", paidAt: minutesAgo(14) });
  await readDueLists();
  expect(await readTransactions()).toMatchObject([{ status: "pending" }]);
  expect((await state())?.listedUntil).toEqual(payment.paidAt);
  payment.status = "successful";
  await readAgain();
  expect(await readTransactions()).toMatchObject([{ status: "successful" }]);
  expect(assertDefined(await state(), "read").listedUntil > payment.paidAt).toBe(true);
});

describe("a reading of several pages", () => {
  test("continues at its page after a failure", async () => {
    for (let count = 0; count < 120; count++) pay();
    const requests = paystack.count(LIST);
    await readDueLists();
    expect(paystack.count(LIST) - requests).toBe(3);
    expect(await readTransactions()).toHaveLength(120);
    for (let count = 0; count < 60; count++) pay();
    const before = paystack.requests.length;
    paystack.fail(LIST, "slow");
    paystack.fail(LIST, "error");
    await readAgain();
    const failed = assertDefined(await state(), "read");
    expect(failed).toMatchObject({ failureCount: 1, lastError: expect.stringContaining("500") });
    await readAgain();
    expect(await readTransactions()).toHaveLength(180);
    expect(await state()).toMatchObject({ failureCount: 0, lastError: null });
    const cursors = paystack.requests.slice(before).map(({ query }) => query.get("next"));
    expect(new Set(cursors.slice(1, 3)).size, "the failed page was requested again").toBe(1);
  });

  test("begins again if the bank refuses the cursor", async () => {
    for (let count = 0; count < 60; count++) pay();
    paystack.fail(LIST, "slow");
    const refusal = { status: 400, body: { status: false, message: "Invalid cursor" } };
    paystack.fail(LIST, refusal);
    await readDueLists();
    await readAgain();
    expect(await readTransactions()).toHaveLength(60);
  });
});

test("a list is read by one process at a time", async () => {
  await readDueLists();
  pay();
  await systemDb().sql`
    update bank_polls set leased_by = 'another', leased_until = clock_timestamp() + interval '1 minute',
      due_at = now() - interval '1 second'`;
  const requests = paystack.count(LIST);
  expect(await readDueLists()).toBe(0);
  expect(paystack.count(LIST)).toBe(requests);
  await systemDb().sql`update bank_polls set leased_until = clock_timestamp() - interval '1 second'`;
  expect(await readDueLists()).toBe(1);
});

test("a connection is silent while its list has payments that no notification reported", async () => {
  pay();
  await readDueLists();
  expect((await state())?.silentSince).toBeInstanceOf(Date);
  const payment = pay({ paidAt: new Date() });
  await notify(payment);
  await readAgain();
  expect((await state())?.silentSince).toBeNull();
});

test("a settlement of the payment does not end the silence", async () => {
  const { key } = pay();
  await readDueLists();
  await systemDb().sql`
    update bank_notifications set adapter_version = 1, outcome = 'settlement' where correlation_key = ${key}`;
  await readAgain();
  expect((await state())?.silentSince).toBeInstanceOf(Date);
});

test("a payment of the last two minutes does not make a connection silent", async () => {
  pay({ paidAt: new Date() });
  await readDueLists();
  expect((await state())?.silentSince).toBeNull();
});

test("a range that the operator asks for is read without moving the watermark", async () => {
  await readDueLists();
  const old = pay({ paidAt: minutesAgo(3 * 24 * 60) });
  const { listedUntil } = assertDefined(await state(), "read");
  const connection = assertDefined(await findLiveConnection("bnk_paystack"), "configured");
  const range = { from: minutesAgo(4 * 24 * 60), to: minutesAgo(60) };
  // A service that asks the bank all the time must let the command in.
  await systemDb().sql`
    update bank_polls set leased_by = 'another', leased_until = clock_timestamp() + interval '1 minute'`;
  expect(await readRange(connection, range)).toEqual({ listed: 1, found: 1 });
  expect(await readRange(connection, range)).toEqual({ listed: 1, found: 0 });
  expect((await state())?.listedUntil).toEqual(listedUntil);
  expect(await systemDb().sql`select status from transactions where payment_key = ${old.key}`).toHaveLength(
    1,
  );
});

// Last, because the connection then rests for seven seconds.
test("the bank's Retry-After is kept after a 429, for every call of the connection", async () => {
  paystack.fail(LIST, "rate_limited");
  await readDueLists();
  const [wait] = await systemDb().sql<{ seconds: number }[]>`
    select extract(epoch from due_at - clock_timestamp())::float8 as seconds from bank_polls`;
  expect(wait?.seconds).toBeGreaterThan(5);
  const requests = paystack.count(LIST);
  await readAgain();
  expect(paystack.count(LIST), "no call before the time is over").toBe(requests);
});
