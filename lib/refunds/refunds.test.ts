/** Guarantee: a refund is made once at the bank, never above its payment, and never while a dispute is open. */

import { createHmac } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { startPaystackEmulator } from "@/lib/bank/testing/emulators/paystack";
import { type Id, newId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { receiveBankNotification } from "@/lib/intake";
import { verifyTotals } from "@/lib/reconciliation";
import { LIVE_SETTINGS, pay } from "@/lib/reconciliation/testing/bank";
import { useTestDatabase } from "@/lib/testing/database";
import { openTestSession } from "@/lib/transactions/testing/sessions";
import {
  allowDeploymentRefunds,
  decideRefund,
  listPaymentRefunds,
  markRefunded,
  processDueRefunds,
  requestRefund,
  setRefundApproval,
} from "./index";

const bank = await startPaystackEmulator({ secret: LIVE_SETTINGS.PAYSTACK_SECRET_KEY });
Object.assign(process.env, LIVE_SETTINGS, {
  BANK_PROVIDERS: "paystack,moniepoint",
  PAYSTACK_BASE_URL: bank.baseUrl,
});
useTestDatabase();

const memberOf = (scope: Scope, email: string): Scope => ({
  ...scope,
  actor: { memberId: newId("member"), email, name: email, role: "finance" },
});

let session: Awaited<ReturnType<typeof openTestSession>>;
let ada: Scope;
let bola: Scope;

async function openOrganisation() {
  session = await openTestSession("live");
  ada = memberOf(session.scope, "ada@example.com");
  bola = memberOf(session.scope, "bola@example.com");
  await allowDeploymentRefunds(session.scope.organisationId, true);
}
beforeAll(openOrganisation);
afterAll(() => bank.close());
afterEach(async () => {
  expect((await verifyTotals({})).differences).toEqual([]);
});

/** A live payment of 1,000.00 that the bank has too. */
async function newPayment(amount = 100_000n) {
  const { key } = bank.ledger.pay(session.account, amount);
  await pay("paystack", { account: session.account, paymentKey: key, amount }, "live");
  const [row] = await systemDb().sql<{ id: Id<"transaction"> }[]>`
    select id from transactions where payment_key = ${key}`;
  if (!row) throw new Error("the payment was not recorded");
  return { key, ref: { sessionId: session.sessionId, transactionId: row.id } };
}

type Payment = Awaited<ReturnType<typeof newPayment>>;
const ask = (payment: Payment, amount = 100_000n, requestKey: string = newId("request"), scope = ada) =>
  requestRefund(scope, { ...payment.ref, amount, requestKey, reason: "The show was cancelled" });
const approve = (refundId: Id<"refund">, scope = bola) =>
  decideRefund(scope, { refundId, decision: "approve" });

async function report(event: string, data: Record<string, unknown>) {
  const body = JSON.stringify({ event, data });
  const signature = createHmac("sha512", LIVE_SETTINGS.PAYSTACK_SECRET_KEY).update(body).digest("hex");
  const headers = new Headers({ "x-paystack-signature": signature });
  await receiveBankNotification({ headers, body: Buffer.from(body) });
}

const stateOf = async (id: string) => {
  const [row] = await systemDb().sql<{ state: string; detail: string }[]>`
    select state, detail from refunds where id = ${id}`;
  return row;
};
/** Makes the next call about a refund due, and its last sending older by `ageMs`. */
const makeDue = (id: string, ageMs = 0) => systemDb().sql`
  update refunds set due_at = clock_timestamp() - interval '1 second', sent_at = sent_at - make_interval(secs => ${ageMs / 1000})
  where id = ${id} and due_at is not null`;
const atBank = ({ key }: Payment) => bank.ledger.refunds.filter(({ paymentKey }) => paymentKey === key);
const sent = () => bank.count("POST /refund");

describe("a refund", () => {
  test("waits for a second person, is sent once, and follows the bank to its end", async () => {
    const payment = await newPayment();
    const { id, state } = await ask(payment, 40_000n);
    expect(state).toBe("awaiting_approval");
    await processDueRefunds();
    expect(atBank(payment)).toHaveLength(0);
    await expect(approve(id, ada)).rejects.toMatchObject({ code: "forbidden" });
    const rejoined = memberOf(session.scope, "ADA@example.com");
    await expect(approve(id, rejoined)).rejects.toMatchObject({ code: "forbidden" });
    expect((await approve(id)).state).toBe("approved");
    await processDueRefunds();
    expect(atBank(payment)).toMatchObject([{ amount: 40_000n, note: id }]);
    expect(await stateOf(id)).toMatchObject({ state: "in_progress" });
    for (const one of atBank(payment)) one.status = "completed";
    await makeDue(id);
    await processDueRefunds();
    expect(await stateOf(id)).toMatchObject({ state: "completed" });
    expect(await listPaymentRefunds(ada, payment.ref)).toMatchObject({ refundable: 60_000n, method: "bank" });
    await expect(approve(id)).rejects.toMatchObject({ code: "conflict" });
  });

  test("declined by the second person is not sent", async () => {
    const payment = await newPayment();
    const { id } = await ask(payment);
    expect((await decideRefund(bola, { refundId: id, decision: "decline" })).state).toBe("declined");
    await processDueRefunds();
    expect(atBank(payment)).toHaveLength(0);
  });

  test("requested twenty times at once with the same or other keys is one refund", async () => {
    const payment = await newPayment();
    const key = newId("request");
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => ask(payment, 10_000n, index % 2 ? key : newId("request"))),
    );
    const ids = new Set(results.flatMap((one) => (one.status === "fulfilled" ? [one.value.id] : [])));
    expect(ids.size).toBe(1);
    for (const id of ids) await approve(id);
    await Promise.all([processDueRefunds(), processDueRefunds(), processDueRefunds()]);
    expect(atBank(payment)).toHaveLength(1);
  });

  test("is never above the payment, with all refunds, reversals and reports of the bank", async () => {
    const payment = await newPayment();
    await expect(ask(payment, 100_001n)).rejects.toMatchObject({ code: "conflict" });
    await report("refund.processed", {
      transaction_reference: payment.key,
      refund_reference: "R-OTHER",
      amount: 70_000,
    });
    await expect(ask(payment, 30_001n)).rejects.toMatchObject({ code: "conflict" });
    expect((await ask(payment, 30_000n)).state).toBe("awaiting_approval");
  });

  test("is refused while a dispute is open, also if it was opened after the approval", async () => {
    const payment = await newPayment();
    const dispute = (event: string, status: string) =>
      report(event, { id: 7, refund_amount: 100_000, transaction: { reference: payment.key, status } });
    const { id } = await ask(payment);
    await approve(id);
    await dispute("charge.dispute.create", "success");
    await processDueRefunds();
    expect(await stateOf(id)).toMatchObject({ state: "failed", detail: expect.stringContaining("dispute") });
    expect(atBank(payment)).toHaveLength(0);
    await expect(ask(payment)).rejects.toMatchObject({ code: "conflict" });
    await dispute("charge.dispute.resolve", "success");
    expect((await ask(payment)).state).toBe("awaiting_approval");
  });

  test("that the bank refuses fails with its reason, and can be requested again", async () => {
    const payment = await newPayment();
    const { id } = await ask(payment);
    await approve(id);
    const body = { status: false, message: "Your balance is not enough", code: "insufficient_balance" };
    bank.fail("POST /refund", { status: 400, body });
    await processDueRefunds();
    expect(await stateOf(id)).toMatchObject({
      state: "failed",
      detail: expect.stringContaining("Your balance is not enough"),
    });
    expect((await ask(payment)).state).toBe("awaiting_approval");
  });
});

describe("a refund with an unknown outcome", () => {
  test.each(["lost", "half"] as const)(
    "is looked up if the answer was %s, and not sent again",
    async (fault) => {
      const payment = await newPayment();
      const { id } = await ask(payment);
      await approve(id);
      bank.fail("POST /refund", fault);
      const before = sent();
      await processDueRefunds();
      expect(await stateOf(id)).toMatchObject({ state: "sending" });
      for (const age of [0, 3_600_000]) {
        await makeDue(id, age);
        await processDueRefunds();
      }
      expect(await stateOf(id)).toMatchObject({ state: "in_progress" });
      expect([sent() - before, atBank(payment).length]).toEqual([1, 1]);
    },
  );

  test("is sent again only if the bank has none, and not while the first request may be in flight", async () => {
    const payment = await newPayment();
    const { id } = await ask(payment);
    await approve(id);
    bank.fail("POST /refund", "dead");
    bank.fail("GET /refund", "error", 2);
    const before = sent();
    await processDueRefunds();
    for (let nth = 0; nth < 2; nth++) {
      await makeDue(id, 3_600_000);
      await processDueRefunds();
    }
    // While the bank does not answer the lookup, nothing is sent.
    expect([sent() - before, await stateOf(id)]).toMatchObject([1, { state: "sending" }]);
    await systemDb().sql`update refunds set sent_at = clock_timestamp() where id = ${id}`;
    await makeDue(id);
    await processDueRefunds();
    expect(sent() - before).toBe(1);
    await makeDue(id, 3_600_000);
    await processDueRefunds();
    expect([sent() - before, atBank(payment).length]).toEqual([2, 1]);
    expect(await stateOf(id)).toMatchObject({ state: "in_progress" });
  });

  test("is not asked for, and no other is sent, until the Retry-After of a 429 is over", async () => {
    const [first, second] = [await newPayment(), await newPayment()];
    const { id } = await ask(first);
    await approve(id);
    bank.fail("POST /refund", { status: 429, body: {}, headers: { "retry-after": "1" } });
    await processDueRefunds();
    const { id: other } = await ask(second);
    await approve(other);
    await makeDue(id, 3_600_000);
    const before = bank.requests.length;
    await processDueRefunds();
    expect(bank.requests.length).toBe(before);
    const finish = async () => {
      await Promise.all([makeDue(id, 3_600_000), makeDue(other, 3_600_000)]);
      await processDueRefunds();
      return [atBank(first).length, atBank(second).length];
    };
    await expect.poll(finish, { interval: 300, timeout: 5_000 }).toEqual([1, 1]);
  });

  test("of a process that ended after the bank's effect is looked up", async () => {
    const payment = await newPayment();
    const { id } = await ask(payment);
    await approve(id);
    await systemDb().sql`
      update refunds set state = 'sending', sent_at = clock_timestamp(), attempt_count = 1 where id = ${id}`;
    bank.ledger.refund("900", payment.key, 100_000n, id);
    const before = sent();
    await makeDue(id, 3_600_000);
    await processDueRefunds();
    expect([sent() - before, await stateOf(id)]).toMatchObject([0, { state: "in_progress" }]);
  });
});

describe("the rules of an organisation", () => {
  test("a second person is needed above the amount, counted over the refunds of the day", async () => {
    await openOrganisation();
    await setRefundApproval(ada, 100_000n);
    const states: string[] = [];
    for (const amount of [60_000n, 40_000n, 1n]) {
      const { state } = await ask(await newPayment(), amount);
      states.push(state);
    }
    expect(states).toEqual(["approved", "approved", "awaiting_approval"]);
  });

  test("concurrent requests of several payments do not exceed the amount together", async () => {
    await openOrganisation();
    await setRefundApproval(ada, 100_000n);
    const payments = [await newPayment(), await newPayment(), await newPayment()];
    const rows = await Promise.all(payments.map((payment) => ask(payment, 50_000n)));
    expect(rows.map(({ state }) => state).sort()).toEqual(["approved", "approved", "awaiting_approval"]);
  });

  test("without the operator's permission there is no refund at the deployment's connection", async () => {
    await openOrganisation();
    await allowDeploymentRefunds(session.scope.organisationId, false);
    const payment = await newPayment();
    await expect(ask(payment)).rejects.toMatchObject({ code: "conflict" });
    expect(await listPaymentRefunds(ada, payment.ref)).toMatchObject({ method: "none" });
    await expect(
      markRefunded(ada, {
        ...payment.ref,
        amount: 1n,
        requestKey: newId("request"),
        reason: "x",
        bankReference: "y",
      }),
    ).rejects.toMatchObject({ code: "conflict" });
  });

  test("another organisation's payment and refund look like unknown ones", async () => {
    const payment = await newPayment();
    await openOrganisation();
    const theirs = ada;
    await expect(ask(payment, 1n, newId("request"), theirs)).rejects.toMatchObject({ code: "not_found" });
    await expect(listPaymentRefunds(theirs, payment.ref)).rejects.toMatchObject({ code: "not_found" });
    const own = await ask(await newPayment(), 1n);
    await openOrganisation();
    await expect(approve(own.id)).rejects.toMatchObject({ code: "not_found" });
  });
});

test("a payment whose bank makes no refunds is marked as refunded manually, up to its amount", async () => {
  await openOrganisation();
  const test = await openTestSession("test");
  const scope = memberOf(test.scope, "ada@example.com");
  const key = await pay("paystack", { account: test.account, amount: 50_000n });
  const [row] = await systemDb().sql<{ id: Id<"transaction"> }[]>`
    select id from transactions where payment_key = ${key}`;
  const ref = { sessionId: test.sessionId, transactionId: row?.id ?? ("txn_" as const) };
  const mark = (amount: bigint) =>
    markRefunded(scope, {
      ...ref,
      amount,
      requestKey: newId("request"),
      reason: "Cash",
      bankReference: "FT-1",
    });
  expect(await mark(20_000n)).toMatchObject({ state: "completed", bankReference: "FT-1" });
  await expect(mark(30_001n)).rejects.toMatchObject({ code: "conflict" });
  await mark(30_000n);
  expect(await listPaymentRefunds(scope, ref)).toMatchObject({ refundable: 0n, method: "none" });
});
