import { providerNamed, type SimulatedCredit, type SimulatedSettlement, verifyingSecret } from "@/lib/bank";
import { catalogueNext } from "@/lib/catalogue";
import { newId } from "@/lib/core/ids";
import { systemDb, systemTx } from "@/lib/db/client";
import type { ProviderName } from "@/lib/env";
import { noteException, openException } from "@/lib/exceptions";
import { assignException, receiveNotice } from "@/lib/intake";
import { addOperator, assignOperator } from "@/lib/operators";
import { newSigningSecret } from "@/lib/security/signing-secret";
import { closeSession } from "@/lib/sessions";
import { openTestSession } from "@/lib/transactions/testing/sessions";
import { deliverDue } from "@/lib/webhooks";
import { addSecret } from "@/lib/webhooks/testing/deliveries";
import { startReceiver } from "@/lib/webhooks/testing/receiver";

const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 9, 15, second));

function post(headers: Record<string, string>, body: string) {
  return receiveNotice({ headers: new Headers(headers), body: Buffer.from(body) });
}

let payments = 0;

/** Has a bank report a payment; answers its key. */
async function pay(provider: "paystack" | "monnify", given: Partial<SimulatedCredit>): Promise<string> {
  payments++;
  const credit: SimulatedCredit = {
    paymentKey: `PAY-${payments}`,
    amount: 10_000n + BigInt(payments),
    channel: "bank_transfer",
    status: "successful",
    account: "",
    device: "",
    senderName: "Ngozi Obi",
    senderAccount: "0123456789",
    senderBank: "058",
    narration: `Ticket ${payments}`,
    bankRef: `00001326112010153012345678${1000 + payments}`,
    paidAt: at(payments),
    ...given,
  };
  const { headers, body } = providerNamed(provider).compose(credit, secretOf(provider));
  await post(headers, body);
  return credit.paymentKey;
}

const secretOf = (provider: ProviderName) => verifyingSecret(provider, "test") ?? "";

/** The same with a body of Monnify's or Paystack's own. */
async function report(provider: "paystack" | "monnify", message: object): Promise<void> {
  const { createHmac } = await import("node:crypto");
  const body = JSON.stringify(message);
  const signature = createHmac("sha512", secretOf(provider)).update(body).digest("hex");
  await post({ [providerNamed(provider).signatureHeader]: signature }, body);
}

async function settle(settlement: SimulatedSettlement): Promise<void> {
  const sent = providerNamed("monnify").composeSettlement?.(settlement, secretOf("monnify")) ?? [];
  for (const { headers, body } of sent) await post(headers, body);
}

const pending = (account: string, status: string) => ({
  event: "charge.success",
  data: {
    reference: "PENDING-1",
    status,
    amount: 30_000,
    channel: "dedicated_nuban",
    currency: "NGN",
    paid_at: at(50).toISOString(),
    authorization: { receiver_bank_account_number: account, sender_name: "Tunde Ade" },
  },
});

/** Does by the product's own verbs what happens to payments: one row at least of every kind that `verify` checks. */
export async function buildWorld(): Promise<void> {
  const receiver = await startReceiver((response, number) =>
    response.writeHead(number === 2 ? 500 : 200).end(),
  );
  const session = await openTestSession("test", receiver.url);
  const { account, terminalId, sessionId } = session;
  await addSecret(session.scope.organisationId, newSigningSecret(), null);
  const operator = await addOperator(session.scope, sessionId, {
    name: "Bola",
    email: undefined,
    phone: undefined,
    role: "cashier",
  });
  await assignOperator({ terminalId, operatorId: operator.id, from: new Date(Date.UTC(2026, 10, 1)) });
  const settled = await pay("monnify", { account });
  const settledToo = await pay("monnify", { account });
  await pay("monnify", { account });
  await pay("monnify", { account });
  await pay("monnify", { account, status: "failed" });
  await pay("paystack", { channel: "pos", device: terminalId });
  await pay("paystack", { channel: "pos", device: session.otherTerminalId });
  const refunded = await pay("paystack", { account });
  await report("paystack", pending(account, "pending"));
  await report("paystack", pending(account, "success"));
  await report("paystack", {
    event: "refund.processed",
    data: { transaction_reference: refunded, amount: 500, refund_reference: "R-1", status: "processed" },
  });
  await settle({
    reference: "SETTLED-1",
    settledAt: new Date(Date.UTC(2026, 10, 21, 12)),
    payments: [
      { paymentKey: settled, amount: 10_001n, channel: "bank_transfer" },
      { paymentKey: settledToo, amount: 9_000n, channel: "bank_transfer" },
    ],
  });
  await report("monnify", { eventType: "LOW_BALANCE_ALERT", eventData: {} });
  await addExceptions(sessionId);
  await deliverDue({ budgetMs: 3_000 });
  const closed = await openTestSession();
  const by = { memberId: newId("member"), email: "ada@example.com", name: "Ada", role: "owner" } as const;
  await pay("paystack", { account: closed.account });
  await closeSession({ ...closed.scope, by }, closed.sessionId);
  await pay("paystack", { account: closed.account });
  while ((await catalogueNext(sessionId, 50)) > 0);
  await addUnconfirmed(account);
}

/** One that stays open, one that a person noted, one that a person assigned to the session. */
async function addExceptions(sessionId: string): Promise<void> {
  const keys: string[] = [];
  for (let one = 0; one < 3; one++) keys.push(await pay("paystack", { account: "9999999999" }));
  const found = await systemDb().sql<{ id: string; subject: string }[]>`
    select id, subject from exceptions where subject = any(${keys}) order by subject`;
  const [, noted, assigned] = found;
  await noteException({ exceptionId: noted?.id ?? "", note: "The payer was called." });
  await assignException({ exceptionId: assigned?.id ?? "", sessionId });
}

/** Rows that only live mode writes, beside payments of test mode. */
async function addUnconfirmed(account: string): Promise<void> {
  await report("paystack", {
    ...pending(account, "pending"),
    data: { ...pending(account, "pending").data, reference: "PENDING-2" },
  });
  const retired = await pay("monnify", { account, status: "failed" });
  await systemTx(async (db) => {
    const { sql } = db;
    await sql`
      insert into confirmations (session_id, transaction_id, organisation_id, mode, provider, bank_connection_id, payment_key, due_at)
      select session_id, id, organisation_id, mode, provider, bank_connection_id, payment_key, now()
      from transactions where payment_key = 'PENDING-2'`;
    const [row] = await sql`
      insert into retired_payments (transaction_id, organisation_id, mode, session_id, bank_connection_id, payment_key)
      select id, organisation_id, mode, session_id, bank_connection_id, payment_key from transactions
      where payment_key = ${retired} returning *`;
    await sql`
      update payments set session_id = null, transaction_id = null, needs_review = true where payment_key = ${retired}`;
    const [notice] = await sql`select id, received_at from notices where payment_key = ${retired}`;
    const [{ amount } = { amount: 0n }] = await sql<{ amount: bigint }[]>`
      select amount from transactions where payment_key = ${retired}`;
    await openException(
      db,
      {
        noticeId: notice?.id,
        mode: "test",
        provider: "monnify",
        bankConnectionId: "bnk_monnify",
        receivedAt: notice?.received_at,
      },
      {
        reason: "not_confirmed",
        detail: "The bank's own record differs.",
        subject: retired,
        amount,
        recordedAmount: amount,
        sessionId: row?.session_id,
        organisationId: row?.organisation_id,
        transactionId: row?.transaction_id,
      },
    );
  });
}
