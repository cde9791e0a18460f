import { type Id, newId } from "@/lib/core/ids";
import { COMMAND_LINE, type Scope } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { addDevice, openDeviceClaim } from "@/lib/devices";
import { dismissException } from "@/lib/exceptions";
import { acceptSettlement, assignException, reprocessNotification } from "@/lib/intake";
import { addOperator, assignOperator, assignPayments } from "@/lib/operators";
import { indexNextTransactions } from "@/lib/payment-search";
import { allowDeploymentRefunds, markRefunded, requestRefund, setRefundApproval } from "@/lib/refunds";
import { newSigningSecret } from "@/lib/security/signing-secret";
import { closeSession, createSession } from "@/lib/sessions";
import { CreateSession } from "@/lib/sessions/contract";
import { pairDevice } from "@/lib/terminals";
import { confirmDuePayments } from "@/lib/transactions/testing/confirm";
import { openTestSession } from "@/lib/transactions/testing/sessions";
import { createOrganisationEndpoint, deliverDue, replayDelivery } from "@/lib/webhooks";
import { addSecret, makeAllDue } from "@/lib/webhooks/testing/deliveries";
import { startReceiver } from "@/lib/webhooks/testing/receiver";
import { charge, pay, refund, report, settle, type startNomba } from "./bank";
import { expectPayments } from "./expected-rows";

type Session = Awaited<ReturnType<typeof openTestSession>>;

const UNKNOWN_ACCOUNT = "9999999999";
/** The event receiver rejects events of payments with this narration. */
const REJECTED = "refused";

/**
 * Creates, through the product's own functions, at least one row of every kind that `verify` compares, in test and in
 * live mode.
 */
export async function createAllRowKinds(nomba: Awaited<ReturnType<typeof startNomba>>): Promise<void> {
  const receiver = await startReceiver((response, _, { body }) =>
    response.writeHead(body.includes(REJECTED) ? 500 : 200).end(),
  );
  const main = await openTestSession("test", receiver.url);
  const live = await openTestSession("live", receiver.url);
  await addSecret(main.scope.organisationId, newSigningSecret(), null);
  const member = { memberId: newId("member"), email: "ada@example.com", name: "Ada", role: "owner" } as const;
  const scope: Scope = { ...main.scope, actor: member };
  await createOrganisationWideEndpoint(scope, receiver.url);
  await createPayments(main, scope, await openTestSession());
  await createLatePayments(scope);
  await createReversals(main.account);
  await createRefunds(main, scope);
  await settlePayments(main.account, scope);
  await createExceptions(main, scope);
  await proveDevice({ ...scope, actor: member });
  await createOtherNotifications();
  await expectPayments(main, scope);
  await confirmPayments(live, nomba);
  await requestRefunds(live, { ...live.scope, actor: member });
  await indexAll();
  await sendEvents(main, scope);
}

/** An organisation-wide endpoint, added an hour ago, gets the events of the payments below, and those of expected payments. */
async function createOrganisationWideEndpoint(scope: Scope, url: string) {
  const id = await createOrganisationEndpoint(scope, {
    name: "Ledger",
    url,
    eventTypes: ["transaction.received", "expected_payment.updated"],
    headers: { authorization: "Bearer of the tests" },
  });
  await systemDb()
    .sql`update webhook_endpoints set created_at = created_at - interval '1 hour' where id = ${id}`;
}

async function createPayments(main: Session, scope: Scope, spare: Session): Promise<void> {
  const { account, terminalId, otherTerminalId, sessionId } = main;
  const bola = await addCashier(scope, sessionId);
  const funke = await addCashier(scope, sessionId);
  await assignOperator(COMMAND_LINE, { terminalId, operatorId: bola, from: new Date(Date.UTC(2026, 10, 1)) });
  await assignOperator(COMMAND_LINE, {
    terminalId: otherTerminalId,
    operatorId: funke,
    from: new Date(Date.UTC(2026, 10, 21)),
  });
  await pay("monnify", { account });
  await pay("monnify", { account, status: "failed" });
  await pay("moniepoint", { channel: "pos", device: terminalId });
  await pay("paystack", { channel: "pos", device: otherTerminalId });
  await pay("nomba", { account });
  // One statement, so that they share the recording time.
  await Promise.all([1, 2, 3, 4].map(() => pay("monnify", { account })));
  const moved = await pay("paystack", { account });
  await assignPayments(scope, { sessionId, operatorId: bola, payments: [await transactionOf(moved)] });
  await charge("TIME-1", account, { paid_at: "0001-01-01T00:00:00Z" });
  await charge("PENDING-1", account, { status: "pending" });
  await charge("PENDING-1", account);
  await charge("PENDING-2", account, { status: "pending" });
  const device = "SN-0001";
  const early = await pay("moniepoint", { channel: "pos", device });
  await pairDevice(COMMAND_LINE, { terminalId, device, from: new Date(Date.UTC(2026, 10, 2)) });
  await reprocessNotification(COMMAND_LINE, await findNotificationId(early));
  await pairDevice(COMMAND_LINE, { terminalId: spare.terminalId, device: "SN-0002" });
}

async function addCashier(scope: Scope, sessionId: Id<"session">): Promise<Id<"operator">> {
  const request = { name: "Bola", email: undefined, phone: undefined, role: undefined };
  return (await addOperator(scope, sessionId, request)).id;
}

/** Records payments of two closed sessions: one closed by a member, one by a platform. */
async function createLatePayments(scope: Scope): Promise<void> {
  const platform = { organisationId: scope.organisationId, mode: scope.mode };
  for (const closer of [scope, platform]) {
    const { session_id, account } = await openAnother(scope);
    await pay("paystack", { account });
    await closeSession(closer, session_id);
    await pay("paystack", { account });
  }
}

async function openAnother(scope: Scope) {
  const collection = { account: true, pos: false };
  const request = CreateSession.parse({ external_event_id: "event-2", name: "Palm Wine Night", collection });
  const session = await createSession(scope, request);
  return { ...session, account: session.collection_account?.account_number ?? "" };
}

async function createReversals(account: string): Promise<void> {
  await refund(await pay("paystack", { account }), "REFUND-1");
  await refund("REFUNDED-1", "REFUND-2");
  await charge("REFUNDED-1", account);
  await refund("NEVER-1", "REFUND-3");
  const returned = await pay("paystack", { account });
  await refund(returned, "REFUND-5", "refund.pending");
  await refund(returned, "REFUND-5", "refund.failed");
  await report("paystack", {
    event: "charge.dispute.create",
    data: { id: 7, transaction: { reference: returned }, dueAt: "2026-12-09T18:00:00.000Z" },
  });
  await refund(await pay("paystack", { account: UNKNOWN_ACCOUNT }), "REFUND-4", "refund.needs-attention");
}

async function createRefunds({ account, sessionId }: Session, scope: Scope): Promise<void> {
  const transactionId = await transactionOf(await pay("paystack", { account, amount: 90_000n }));
  for (const amount of [20_000n, 30_000n])
    await markRefunded(scope, {
      ...{ sessionId, transactionId, amount, requestKey: newId("request") },
      ...{ reason: "Cancelled", bankReference: `FT-${amount}` },
    });
}

/** Requests two refunds at the bank: one is approved, one waits for a second person. */
async function requestRefunds({ terminalId, sessionId }: Session, scope: Scope): Promise<void> {
  const device = "SN-0004";
  await addDevice(scope, { provider: "paystack", serial: device });
  await pairDevice(COMMAND_LINE, { terminalId, device, from: new Date(Date.UTC(2026, 10, 2)) });
  await allowDeploymentRefunds(scope.organisationId, true);
  await setRefundApproval(scope, 20_000n);
  for (const amount of [20_000n, 30_000n])
    await requestRefund(scope, {
      ...{ sessionId, amount, requestKey: newId("request"), reason: "Cancelled" },
      transactionId: await transactionOf(await pay("paystack", { channel: "pos", device, amount }, "live")),
    });
}

async function settlePayments(account: string, scope: Scope): Promise<void> {
  const [applied, refused, accepted, repeated] = [
    await pay("monnify", { account, amount: 20_000n }),
    await pay("monnify", { account, amount: 20_000n }),
    await pay("monnify", { account, amount: 20_000n }),
    await pay("monnify", { account, amount: 20_000n }),
  ];
  await settle("SETTLED-1", [
    [applied, "200.00"],
    [refused, "190.00"],
    [accepted, "180.00"],
    [repeated, "200.00"],
    [repeated, "170.00"],
    ["UNREPORTED-1", "2500.00"],
    ["UNREPORTED-2", "160.00"],
    [null, "10.00"],
  ]);
  await settle("SETTLED-2", [[applied, "200.00"]], {
    amount: "197.00",
    transactionsCount: 1,
    destinationAccountNumber: "6000000249",
    destinationBankName: "Fidelity Bank",
  });
  await pay("monnify", { account, paymentKey: "UNREPORTED-2", amount: 16_000n });
  const exceptionId = await exceptionOf(accepted, "settlement_mismatch");
  await acceptSettlement(scope, { exceptionId, note: "The bank confirmed it." });
}

async function createExceptions(main: Session, scope: Scope): Promise<void> {
  const noDestination = () => pay("paystack", { account: UNKNOWN_ACCOUNT });
  await noDestination();
  await dismissException(COMMAND_LINE, {
    exceptionId: await exceptionOf(await noDestination()),
    note: "The payer was called.",
  });
  await dismissException(COMMAND_LINE, {
    exceptionId: await exceptionOf(await noDestination()),
    note: "Sent back.",
    resolution: "to_refund",
  });
  await assignException(COMMAND_LINE, {
    exceptionId: await exceptionOf(await noDestination()),
    sessionId: main.sessionId,
  });
  const { session_id, account } = await openAnother(scope);
  await closeSession(scope, session_id);
  const late = await pay("monnify", { account });
  await assignException(scope, { exceptionId: await exceptionOf(late), sessionId: main.sessionId });
  const recorded = await pay("paystack", { account: main.account, amount: 50_000n });
  await pay("paystack", { account: main.account, paymentKey: recorded, amount: 50_001n });
  await pay("paystack", { account: main.account, paymentKey: recorded, amount: 50_000n, status: "failed" });
  await charge("CARD-1", main.account, { channel: "card" });
  await charge("DOLLAR-1", main.account, { currency: "USD" });
  await charge("LATER-1", UNKNOWN_ACCOUNT, { status: "pending" });
  await charge("LATER-1", UNKNOWN_ACCOUNT);
}

/** Proves a device claim by a payment, after one with another amount and a pending one. */
async function proveDevice(scope: Parameters<typeof openDeviceClaim>[0]): Promise<void> {
  const device = "SN-0003";
  const { amount } = await openDeviceClaim(scope, { serial: device, provider: "paystack" });
  const tap = { channel: "pos", device, paidAt: new Date() } as const;
  await pay("paystack", { ...tap, amount: amount + 1n });
  const source = { source: "pos", identifier: device };
  const claimed = { channel: "pos", amount: Number(amount), paid_at: tap.paidAt.toISOString(), source };
  await charge("PROOF-1", "", { ...claimed, status: "pending" });
  await charge("PROOF-1", "", claimed);
}

/** Posts notifications that are not payments. */
async function createOtherNotifications(): Promise<void> {
  await report("monnify", { eventType: "LOW_BALANCE_ALERT", eventData: {} });
  await report("paystack", { event: "something.new", data: { amount: 700 } });
  await report("paystack", { event: "something.new", data: { id: 1 } });
  await report("paystack", "{");
}

/** Creates live payments: one confirmed, one contradicted, one unanswered for a day, one waiting. */
async function confirmPayments(live: Session, nomba: Awaited<ReturnType<typeof startNomba>>): Promise<void> {
  const { account } = live;
  const amount = 40_000n;
  const take = (paymentKey: string, given: object = {}) =>
    pay("nomba", { account, amount, paymentKey, ...given }, "live");
  nomba.says("CONFIRMED", account, "400.0");
  nomba.says("FORGED", account, "400.0");
  await take("CONFIRMED");
  await take("FORGED", { amount: 999_999n });
  await take("FORGED");
  await take("FAILED", { status: "failed" });
  await take("OVERDUE");
  await systemDb().sql`
    update payment_confirmations set created_at = created_at - interval '25 hours', attempt_count = 60
    where payment_key = 'OVERDUE'`;
  await confirmDuePayments();
  await take("WAITING");
}

async function indexAll(): Promise<void> {
  const found = await systemDb().sql<{ sessionId: Id<"session"> }[]>`
    select session_id from session_states`;
  for (const { sessionId } of found) while ((await indexNextTransactions(sessionId, 50)) > 0);
}

/** Creates delivered, failed, resent and waiting events. */
async function sendEvents({ account }: Session, scope: Scope): Promise<void> {
  await deliverDue({ budgetMs: 5_000 });
  await charge("REJECTED-1", account, {
    authorization: { receiver_bank_account_number: account, narration: REJECTED },
  });
  for (let attempt = 0; attempt < 3; attempt++) {
    await deliverDue({ budgetMs: 1_000 });
    await makeAllDue();
  }
  const [delivered] = await systemDb().sql<{ id: Id<"delivery"> }[]>`
    select id from webhook_deliveries where state = 'delivered' and organisation_id = ${scope.organisationId} order by id limit 1`;
  await replayDelivery(scope, delivered?.id ?? "evt_");
  await pay("monnify", { account });
}

async function transactionOf(paymentKey: string): Promise<Id<"transaction">> {
  const [found] = await systemDb().sql<{ id: Id<"transaction"> }[]>`
    select id from transactions where payment_key = ${paymentKey}`;
  return found?.id ?? "txn_";
}

async function findNotificationId(paymentKey: string): Promise<Id<"notification">> {
  const [found] = await systemDb().sql<{ id: Id<"notification"> }[]>`
    select id from bank_notifications where correlation_key = ${paymentKey}`;
  return found?.id ?? "ntc_";
}

async function exceptionOf(paymentKey: string, reason?: string): Promise<string> {
  const [found] = await systemDb().sql<{ id: string }[]>`
    select id from exceptions where correlation_key = ${paymentKey} and reason = coalesce(${reason ?? null}, reason)
    order by id desc limit 1`;
  return found?.id ?? "";
}
