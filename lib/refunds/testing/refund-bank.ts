import { createHmac } from "node:crypto";
import { afterAll, afterEach, expect } from "vitest";
import { startPaystackEmulator } from "@/lib/bank/testing/emulators/paystack";
import { type Id, newId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { receiveBankNotification } from "@/lib/intake";
import { verifyTotals } from "@/lib/reconciliation";
import { LIVE_SETTINGS, pay } from "@/lib/reconciliation/testing/bank";
import { openTestSession } from "@/lib/transactions/testing/sessions";
import { allowDeploymentRefunds, decideRefund, requestRefund } from "../index";

export let bank: Awaited<ReturnType<typeof startPaystackEmulator>>;

/** Starts the emulated bank of a test file and points the settings to it; after each test the totals are verified. */
export async function useRefundBank(): Promise<void> {
  bank = await startPaystackEmulator({ secret: LIVE_SETTINGS.PAYSTACK_SECRET_KEY });
  Object.assign(process.env, LIVE_SETTINGS, {
    BANK_PROVIDERS: "paystack,moniepoint",
    PAYSTACK_BASE_URL: bank.baseUrl,
  });
  afterAll(() => bank.close());
  afterEach(async () => {
    expect((await verifyTotals({})).differences).toEqual([]);
  });
}

export const memberOf = (scope: Scope, email: string): Scope => ({
  ...scope,
  actor: { memberId: newId("member"), email, name: email, role: "finance" },
});

/** The session and members of the organisation that was opened last. */
interface Team {
  session: Awaited<ReturnType<typeof openTestSession>>;
  ada: Scope;
  bola: Scope;
}
export const team = {} as Team;

/** Opens an organisation that may refund at the deployment's connection, with two finance members. */
export async function openOrganisation() {
  const session = await openTestSession("live");
  const [ada, bola] = ["ada", "bola"].map((name) => memberOf(session.scope, `${name}@example.com`));
  if (!ada || !bola) throw new Error("the members are missing");
  Object.assign(team, { session, ada, bola });
  await allowDeploymentRefunds(session.scope.organisationId, true);
}

/** A live payment of 1,000.00 that the bank has too. */
export async function newPayment(amount = 100_000n) {
  const { key } = bank.ledger.pay(team.session.account, amount);
  await pay("paystack", { account: team.session.account, paymentKey: key, amount }, "live");
  const [row] = await systemDb().sql<{ id: Id<"transaction"> }[]>`
    select id from transactions where payment_key = ${key}`;
  if (!row) throw new Error("the payment was not recorded");
  return { key, ref: { sessionId: team.session.sessionId, transactionId: row.id } };
}

type Payment = Awaited<ReturnType<typeof newPayment>>;
export const ask = (
  payment: Payment,
  amount = 100_000n,
  requestKey: string = newId("request"),
  scope = team.ada,
) => requestRefund(scope, { ...payment.ref, amount, requestKey, reason: "The show was cancelled" });
export const approve = (refundId: Id<"refund">, scope = team.bola) =>
  decideRefund(scope, { refundId, decision: "approve" });

export async function report(event: string, data: Record<string, unknown>) {
  const body = JSON.stringify({ event, data });
  const signature = createHmac("sha512", LIVE_SETTINGS.PAYSTACK_SECRET_KEY).update(body).digest("hex");
  const headers = new Headers({ "x-paystack-signature": signature });
  await receiveBankNotification({ headers, body: Buffer.from(body) });
}

export const stateOf = async (id: string) => {
  const [row] = await systemDb().sql<{ state: string; detail: string }[]>`
    select state, detail from refunds where id = ${id}`;
  return row;
};
/** Makes the next call about a refund due, and its last sending older by `ageMs`. */
export const makeDue = (id: string, ageMs = 0) => systemDb().sql`
  update refunds set due_at = clock_timestamp() - interval '1 second', sent_at = sent_at - make_interval(secs => ${ageMs / 1000})
  where id = ${id} and due_at is not null`;
export const atBank = ({ key }: Payment) =>
  bank.ledger.refunds.filter(({ paymentKey }) => paymentKey === key);
export const sent = () => bank.count("POST /refund");
