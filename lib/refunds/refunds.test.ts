/** Guarantee: a refund is made once at the bank, never above its payment, and never while a dispute is open. */

import { beforeAll, describe, expect, test } from "vitest";
import { type Id, newId } from "@/lib/core/ids";
import { systemDb } from "@/lib/db/client";
import { pay } from "@/lib/reconciliation/testing/bank";
import { useTestDatabase } from "@/lib/testing/database";
import { openTestSession } from "@/lib/transactions/testing/sessions";
import {
  allowDeploymentRefunds,
  decideRefund,
  listPaymentRefunds,
  markRefunded,
  processDueRefunds,
  setRefundApproval,
} from "./index";
import {
  approve,
  ask,
  atBank,
  bank,
  makeDue,
  memberOf,
  newPayment,
  openOrganisation,
  report,
  stateOf,
  team,
  useRefundBank,
} from "./testing/refund-bank";

await useRefundBank();
useTestDatabase();
beforeAll(openOrganisation);

describe("a refund", () => {
  test("waits for a second person, is sent once, and follows the bank to its end", async () => {
    const payment = await newPayment();
    const { id, state } = await ask(payment, 40_000n);
    expect(state).toBe("awaiting_approval");
    await processDueRefunds();
    expect(atBank(payment)).toHaveLength(0);
    await expect(approve(id, team.ada)).rejects.toMatchObject({ code: "forbidden" });
    const rejoined = memberOf(team.session.scope, "ADA@example.com");
    await expect(approve(id, rejoined)).rejects.toMatchObject({ code: "forbidden" });
    expect((await approve(id)).state).toBe("approved");
    await processDueRefunds();
    expect(atBank(payment)).toMatchObject([{ amount: 40_000n, note: id }]);
    expect(await stateOf(id)).toMatchObject({ state: "in_progress" });
    for (const one of atBank(payment)) one.status = "completed";
    await makeDue(id);
    await processDueRefunds();
    expect(await stateOf(id)).toMatchObject({ state: "completed" });
    expect(await listPaymentRefunds(team.ada, payment.ref)).toMatchObject({
      refundable: 60_000n,
      method: "bank",
    });
    await expect(approve(id)).rejects.toMatchObject({ code: "conflict" });
  });

  test("declined by the second person is not sent", async () => {
    const payment = await newPayment();
    const { id } = await ask(payment);
    expect((await decideRefund(team.bola, { refundId: id, decision: "decline" })).state).toBe("declined");
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

describe("the rules of an organisation", () => {
  test("a second person is needed above the amount, counted over the refunds of the day", async () => {
    await openOrganisation();
    await setRefundApproval(team.ada, 100_000n);
    const states: string[] = [];
    for (const amount of [60_000n, 40_000n, 1n]) {
      const { state } = await ask(await newPayment(), amount);
      states.push(state);
    }
    expect(states).toEqual(["approved", "approved", "awaiting_approval"]);
  });

  test("concurrent requests of several payments do not exceed the amount together", async () => {
    await openOrganisation();
    await setRefundApproval(team.ada, 100_000n);
    const payments = [await newPayment(), await newPayment(), await newPayment()];
    const rows = await Promise.all(payments.map((payment) => ask(payment, 50_000n)));
    expect(rows.map(({ state }) => state).sort()).toEqual(["approved", "approved", "awaiting_approval"]);
  });

  test("without the operator's permission there is no refund at the deployment's connection", async () => {
    await openOrganisation();
    await allowDeploymentRefunds(team.session.scope.organisationId, false);
    const payment = await newPayment();
    await expect(ask(payment)).rejects.toMatchObject({ code: "conflict" });
    expect(await listPaymentRefunds(team.ada, payment.ref)).toMatchObject({ method: "none" });
    await expect(
      markRefunded(team.ada, {
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
    const theirs = team.ada;
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
