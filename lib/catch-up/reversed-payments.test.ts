/** Guarantee: a payment that the bank's list shows as reversed is counted, with its reversal beside it. */

import { afterAll, beforeEach, expect, test } from "vitest";
import { assertDefined } from "@/lib/core/errors/assert";
import type { Id } from "@/lib/core/ids";
import { COMMAND_LINE } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { reprocessNotification } from "@/lib/intake";
import { getPayment } from "@/lib/payment-search";
import { verifyTotals } from "@/lib/reconciliation";
import { useTestDatabase } from "@/lib/testing/database";
import { openTestSession } from "@/lib/transactions/testing/sessions";
import { readDueLists } from "./index";
import { notify, startLivePaystack } from "./testing/paystack";

const paystack = await startLivePaystack();
afterAll(() => paystack.close());
useTestDatabase();

let session: Awaited<ReturnType<typeof openTestSession>>;

beforeEach(async () => {
  await systemDb().sql`delete from bank_polls`;
  paystack.ledger.payments.length = 0;
  session = await openTestSession("live", "https://receiver.example/hook");
});

let payments = 0;
const pay = (status: "successful" | "reversed", account = session.account) => {
  payments++;
  const paidAt = new Date(Date.now() - 5 * 60_000);
  return paystack.ledger.pay(account, 10_000n, { key: `reversed-${payments}`, paidAt, status });
};

async function readAgain(): Promise<number> {
  await systemDb().sql`update bank_polls set due_at = clock_timestamp() - interval '1 second'`;
  return readDueLists();
}

/** What is stored of a payment: its transactions, reversals and open exceptions. */
async function readState({ key }: { key: string }) {
  const { sql } = systemDb();
  expect((await verifyTotals({})).differences).toEqual([]);
  const [state] = await sql<{ statuses: string[]; reversals: string[]; open: string[] }[]>`
    select array(select status from transactions where payment_key = ${key}) as statuses,
      array(select kind || ' ' || stage || coalesce(' of ' || (select session_id from transactions t where t.id = r.transaction_id), '')
        from reversals r where payment_key = ${key}) as reversals,
      array(select reason from exceptions where correlation_key = ${key} and resolved_at is null order by 1) as open`;
  return state;
}
const withReversal = () => ({
  statuses: ["successful"],
  reversals: [`reversal completed of ${session.sessionId}`],
  open: ["reversal"],
});

test("without any notification, once", async () => {
  const payment = pay("reversed");
  await readDueLists();
  expect(await readState(payment)).toEqual(withReversal());
  await readAgain();
  expect(await readState(payment)).toEqual(withReversal());
});

test("after its notification as a success", async () => {
  const payment = pay("successful");
  await notify(payment);
  await readDueLists();
  expect(await readState(payment)).toMatchObject({ reversals: [], open: [] });
  payment.status = "reversed";
  await readAgain();
  await readAgain();
  expect(await readState(payment)).toEqual(withReversal());
  // The payment's history shows a stored row of the list as a payment that no notification reported; not its reversal.
  const stored = await systemDb().sql`
    select event from bank_notifications where correlation_key = ${payment.key} order by id`;
  expect(stored.map(({ event }) => event)).toEqual(["charge.success", "reversal.list"]);
  const [transaction] = await systemDb().sql<{ id: Id<"transaction"> }[]>`
    select id from transactions where session_id = ${session.sessionId} and payment_key = ${payment.key}`;
  const { steps } = await getPayment(session.scope, {
    sessionId: session.sessionId,
    transactionId: assertDefined(transaction, "recorded").id,
  });
  expect(steps.map(({ kind }) => kind).toSorted()).toEqual([
    "notified",
    "paid",
    "recorded",
    "reversed",
    "sent",
  ]);
});

test("the bank's own notification of the refund is not repeated by the list", async () => {
  const payment = pay("successful");
  await notify(payment);
  await systemDb().sql`
    insert into reversals (id, mode, bank_connection_id, payment_key, kind, stage, reference, amount, notification_id, transaction_id,
      session_id, organisation_id, received_at)
    select 'rev_1', mode, bank_connection_id, payment_key, 'refund', 'completed', '132', 4000, notification_id, id, session_id,
      organisation_id, now() from transactions where payment_key = ${payment.key}`;
  payment.status = "reversed";
  await readDueLists();
  const found = await systemDb().sql`select kind, amount from reversals where payment_key = ${payment.key}`;
  expect(found).toEqual([{ kind: "refund", amount: 4_000n }]);
  await systemDb().sql`delete from reversals where id = 'rev_1'`;
});

test("a refund that a member requested, and that the bank has, is not repeated by the list", async () => {
  const payment = pay("successful");
  await notify(payment);
  await systemDb().sql`
    insert into refunds (id, organisation_id, mode, session_id, transaction_id, bank_connection_id, payment_key, method, amount, reason,
      request_key, requested_by, requested_member_id, requested_at, state, sent_at, due_at)
    select 'rfd_1', organisation_id, mode, session_id, id, bank_connection_id, payment_key, 'bank', 4000, 'Paid twice',
      'key', 'Ada', 'mem_1', now(), 'sending', now(), now() + interval '1 hour'
    from transactions where payment_key = ${payment.key}`;
  payment.status = "reversed";
  await readDueLists();
  expect(await systemDb().sql`select from reversals where payment_key = ${payment.key}`).toEqual([]);
  await systemDb().sql`delete from refunds where id = 'rfd_1'`;
});

test("of an unknown account: one exception about the payment and one about its reversal", async () => {
  const payment = pay("reversed", "0000000019");
  await readDueLists();
  await readAgain();
  expect(await readState(payment)).toEqual({
    statuses: [],
    reversals: ["reversal completed"],
    open: ["reversal", "unknown_destination"],
  });
});

test("the stored reversal can be processed again", async () => {
  const payment = pay("reversed");
  await readDueLists();
  const [stored] = await systemDb().sql<{ id: `ntc_${string}` }[]>`
    select id from bank_notifications where correlation_key = ${payment.key} and outcome = 'reversal'`;
  expect(await reprocessNotification(COMMAND_LINE, stored?.id ?? "ntc_")).toEqual({ outcome: "reversal" });
  expect(await readState(payment)).toEqual(withReversal());
});
