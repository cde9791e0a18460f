/** Guarantee: a live payment that `BANK_CONFIRMATION` names counts only once its bank's own record confirms it. */

import { afterAll, beforeEach, expect, test } from "vitest";
import { notify, startLivePaystack } from "@/lib/catch-up/testing/paystack";
import { systemDb } from "@/lib/db/client";
import { verifyTotals } from "@/lib/reconciliation";
import { useTestDatabase } from "@/lib/testing/database";
import { openTestSession } from "../testing/sessions";
import { confirmDuePayments } from "./confirm-due";

const paystack = await startLivePaystack({ BANK_CONFIRMATION: "paystack:500" });
afterAll(() => paystack.close());
useTestDatabase();

const VERIFY = "GET /transaction/verify/:reference";
let session: Awaited<ReturnType<typeof openTestSession>>;
let payments = 0;
const key = () => `confirmed-${++payments}`;

beforeEach(async () => {
  await systemDb().sql`delete from payment_confirmations`;
  session = await openTestSession("live", "https://receiver.example/hook");
});

const pay = (amount: bigint) => paystack.ledger.pay(session.account, amount, { key: key() });
const statuses = async () => {
  expect((await verifyTotals({})).differences).toEqual([]);
  const rows = await systemDb().sql<{ status: string }[]>`
    select status from transactions where session_id = ${session.sessionId} order by sequence`;
  return rows.map(({ status }) => status);
};

test("a payment above the amount is pending until its bank confirms it, one of the amount counts at once", async () => {
  await notify(pay(50_000n));
  await notify(pay(50_001n));
  expect(await statuses()).toEqual(["successful", "pending"]);
  expect(await confirmDuePayments()).toBe(1);
  expect(await statuses()).toEqual(["successful", "successful"]);
  const events = await systemDb().sql<{ status: string }[]>`
    select transaction_status as status from webhook_deliveries where session_id = ${session.sessionId} order by id`;
  expect(events.map(({ status }) => status)).toEqual(["successful", "pending", "successful"]);
});

test("a payment that the bank has with another amount fails and opens an exception", async () => {
  await notify(pay(50_000n), { amount: 90_000n });
  await confirmDuePayments();
  expect(await statuses()).toEqual(["failed"]);
  expect(await systemDb().sql`select reason from exceptions where session_id = ${session.sessionId}`).toEqual(
    [{ reason: "not_confirmed" }],
  );
});

test("without a payment that waits no bank is asked", async () => {
  await notify(pay(100n));
  const requests = paystack.requests.length;
  expect(await confirmDuePayments()).toBe(0);
  expect(paystack.requests).toHaveLength(requests);
});

test("the connection of another process's lease is left to it", async () => {
  await notify(pay(60_000n));
  await systemDb().sql`
    insert into bank_polls (bank_connection_id, leased_by, leased_until, listed_until)
    values ('bnk_paystack', 'another', clock_timestamp() + interval '1 minute', now())
    on conflict (bank_connection_id) do update set leased_by = 'another', leased_until = excluded.leased_until`;
  expect(await confirmDuePayments()).toBe(0);
  await systemDb().sql`delete from bank_polls`;
  expect(await confirmDuePayments()).toBe(1);
});

test("20 calls are in flight, so that a bank's latency does not delay every payment (figure: npm run bench:confirmations)", async () => {
  const count = 100;
  for (let paid = 0; paid < count; paid++) await notify(pay(60_000n));
  paystack.delay(200);
  const startedAt = performance.now();
  expect(await confirmDuePayments()).toBe(count);
  const seconds = (performance.now() - startedAt) / 1000;
  paystack.delay(0);
  expect(count / seconds, "one after the other there would be 5 a second").toBeGreaterThan(15);
  expect(count / seconds, "no more than 20 calls in flight").toBeLessThanOrEqual(101);
  expect(await statuses()).toEqual(Array.from({ length: count }, () => "successful"));
}, 60_000);

// Last, because the connection then rests for seven seconds.
test("after a 429 the connection rests as long as the bank asked, and no attempt is counted", async () => {
  for (let paid = 0; paid < 45; paid++) await notify(pay(60_000n));
  const before = paystack.count(VERIFY);
  paystack.fail(VERIFY, "rate_limited", 45);
  expect(await confirmDuePayments()).toBe(0);
  const called = paystack.count(VERIFY) - before;
  expect(called, "only the calls that were in flight").toBeLessThanOrEqual(20);
  const rows = await systemDb().sql<{ attempts: number; seconds: number }[]>`
    select attempt_count as attempts, extract(epoch from due_at - clock_timestamp())::float8 as seconds
    from payment_confirmations`;
  expect(rows).toHaveLength(45);
  expect(rows.filter(({ attempts }) => attempts !== 0)).toEqual([]);
  const resting = rows.filter(({ seconds }) => seconds > 4 && seconds < 8);
  expect(resting.length, "all that were claimed").toBeGreaterThanOrEqual(40);
  expect(await confirmDuePayments()).toBe(0);
  expect(paystack.count(VERIFY) - before).toBe(called);
});
