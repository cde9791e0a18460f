/**
 * Guarantee: the account of a closed event is closed at its bank after the grace period, and never while something is in
 * flight.
 */

import { afterAll, beforeEach, expect, test } from "vitest";
import { getProvider } from "@/lib/bank";
import { notify, startLivePaystack } from "@/lib/catch-up/testing/paystack";
import { COMMAND_LINE } from "@/lib/core/scope";
import { DAY_MS } from "@/lib/core/time/durations";
import { systemDb, systemTx } from "@/lib/db/client";
import { dismissException } from "@/lib/exceptions";
import { closeSession, getEvent } from "@/lib/sessions";
import { useTestDatabase } from "@/lib/testing/database";
import { openTestSession } from "@/lib/transactions/testing/sessions";
import { pauseSending, resumeSending } from "@/lib/webhooks";
import { attachAccount, closeDueAccounts, listClosures } from "./index";

const paystack = await startLivePaystack({ BANK_CONFIRMATION: "paystack:always" });
afterAll(() => paystack.close());
useTestDatabase();

const DELETE = "DELETE /dedicated_account/:id";
let session: Awaited<ReturnType<typeof openTestSession>>;
let payments = 0;

beforeEach(async () => {
  await systemDb().sql`delete from account_closures`;
  session = await openTestSession("live");
});

const close = () => closeSession(session.scope, session.sessionId);
const passGrace = () => systemDb().sql`
  update account_closures set due_at = clock_timestamp() - interval '1 second', closes_at = closes_at - interval '7 days'`;
const closure = async () => (await getEvent(session.scope, session.sessionId)).account_closure;
const isOpenAtBank = () => paystack.accounts.find(({ number }) => number === session.account)?.isAssigned;

/** A payment that is reported, and waits for the bank's confirmation. */
async function pay() {
  payments++;
  const payment = paystack.ledger.pay(session.account, 10_000n, { key: `closing-${payments}` });
  await notify(payment);
  return payment;
}

test("an account is closed seven days after its event, not earlier and not by closing the event again", async () => {
  expect(await closure()).toBeNull();
  await close();
  const { closed_at: closedAt } = await getEvent(session.scope, session.sessionId);
  expect(await closure()).toEqual({
    state: "waiting",
    closes_at: new Date((closedAt?.getTime() ?? 0) + 7 * DAY_MS),
    finished_at: null,
    reason: null,
  });
  expect(await closeDueAccounts()).toBe(0);
  await passGrace();
  await close();
  expect(await closeDueAccounts()).toBe(1);
  expect(isOpenAtBank()).toBe(false);
  expect(await closure()).toMatchObject({ state: "closed", finished_at: expect.any(Date), reason: null });
  expect(await closeDueAccounts()).toBe(0);
  expect(await listClosures()).toEqual([]);
});

test("an account stays open while a payment waits for its bank's confirmation", async () => {
  await pay();
  await close();
  await passGrace();
  expect(await closeDueAccounts()).toBe(0);
  expect(isOpenAtBank()).toBe(true);
  expect(await closure()).toMatchObject({ state: "waiting", reason: "A payment is still pending." });
});

test("an account stays open while one of its exceptions is open", async () => {
  await close();
  await pay();
  await passGrace();
  expect(await closeDueAccounts()).toBe(0);
  expect(await closure()).toMatchObject({
    state: "waiting",
    reason: "An exception of this account is open.",
  });
  const [open] = await systemDb().sql<{ id: string }[]>`
    select id from exceptions where session_id = ${session.sessionId} and resolved_at is null`;
  await dismissException(COMMAND_LINE, {
    exceptionId: open?.id ?? "",
    note: "returned",
    resolution: "to_refund",
  });
  await passGrace();
  expect(await closeDueAccounts()).toBe(1);
});

test("closing is tried again with a growing wait while the bank fails, and not after a refusal", async () => {
  await close();
  await passGrace();
  paystack.fail(DELETE, "error");
  expect(await closeDueAccounts()).toBe(0);
  expect(await closure()).toMatchObject({ state: "waiting", reason: "The bank could not be reached." });
  const wait = () => systemDb().sql<{ seconds: number }[]>`
    select extract(epoch from due_at - clock_timestamp())::float8 as seconds from account_closures`;
  const [first] = await wait();
  await passGrace();
  paystack.fail(DELETE, "error");
  await closeDueAccounts();
  const [second] = await wait();
  expect((second?.seconds ?? 0) / (first?.seconds ?? 1)).toBeGreaterThan(1.8);
  await passGrace();
  paystack.fail(DELETE, { status: 400, body: { status: false, message: "Contact support" } });
  await closeDueAccounts();
  expect(await closure()).toMatchObject({
    state: "refused",
    reason: expect.stringContaining("Contact support"),
  });
  await passGrace();
  const requests = paystack.count(DELETE);
  await closeDueAccounts();
  expect(paystack.count(DELETE)).toBe(requests);
});

test("no account is closed while a restored copy must not send", async () => {
  await close();
  await passGrace();
  await systemTx(({ sql }) => pauseSending(sql, { backupTakenAt: new Date() }));
  expect(await closeDueAccounts()).toBe(0);
  expect(isOpenAtBank()).toBe(true);
  await resumeSending({ skipBacklog: false });
  expect(await closeDueAccounts()).toBe(1);
});

test("two processes close an account once", async () => {
  await close();
  await passGrace();
  const requests = paystack.count(DELETE);
  const closed = await Promise.all([closeDueAccounts(), closeDueAccounts(), closeDueAccounts()]);
  expect(closed.reduce((sum, count) => sum + count)).toBe(1);
  expect(paystack.count(DELETE) - requests).toBe(1);
});

test("closing is not scheduled for a test account or an attached one", async () => {
  const sandbox = await openTestSession("test");
  await closeSession(sandbox.scope, sandbox.sessionId);
  await systemDb().sql`
    update sessions set account_connection_id = null, account_number = null where session_id = ${session.sessionId}`;
  const connection = { id: "bnk_paystack", organisationId: null, provider: getProvider("paystack") } as const;
  await attachAccount(COMMAND_LINE, session.sessionId, {
    connection,
    accountNumber: "0123456789",
    bankName: "Wema Bank",
  });
  await close();
  expect(await systemDb().sql`select session_id from account_closures`).toEqual([]);
});
