import { createHmac } from "node:crypto";
import { getProvider } from "@/lib/bank";
import { SAMPLE } from "@/lib/bank/testing/notifications";
import { createConnectedOrganisation } from "@/lib/bank-connections/testing/paystack";
import { newId } from "@/lib/core/ids";
import { formatKobo } from "@/lib/core/money";
import type { Scope } from "@/lib/core/scope";
import { listExceptions } from "@/lib/exceptions";
import { receiveConnectionNotification } from "@/lib/intake";
import { summariseReconciliation, verifyTotals } from "@/lib/reconciliation";
import { createSession } from "@/lib/sessions";
import { CreateSession } from "@/lib/sessions/contract";

/** An organisation with its own connection, and its open event. */
export type Party = Awaited<ReturnType<typeof connect>>;

/** Creates an organisation with its own connection, and an open event with an account and a terminal there. */
export async function connect(secret: string) {
  const { scope, connectionId } = await createConnectedOrganisation(secret);
  const session = await createSession(
    scope,
    CreateSession.parse({
      external_event_id: "event-1",
      name: "Afro Nation Lagos",
      collection: { account: true, pos: true, pos_count: 1 },
    }),
  );
  const account = session.collection_account?.account_number ?? "";
  const terminalId = session.pos_terminals[0]?.terminal_id ?? "";
  return { scope, connectionId, secret, sessionId: session.session_id, account, terminalId };
}

type Payment = Partial<Parameters<ReturnType<typeof getProvider>["compose"]>[0]>;

/** Builds a bank's notification of a payment, signed with this secret. */
export function compose(secret: string, payment: Payment, provider: "paystack" | "moniepoint" = "paystack") {
  const paymentKey = payment.paymentKey ?? `T-${newId("pairing")}`;
  const credit = { ...SAMPLE, paymentKey, bankRef: paymentKey, paidAt: new Date(), ...payment };
  const { headers, body } = getProvider(provider).compose(credit, secret);
  return { headers: new Headers(headers), body: Buffer.from(body) };
}

/** Signs a message as Paystack. */
export function sign(secret: string, message: unknown) {
  const body = Buffer.from(JSON.stringify(message));
  const signature = createHmac("sha512", secret).update(body).digest("hex");
  return { body, headers: new Headers({ "x-paystack-signature": signature }) };
}

/** Posts a notification to a connection. Returns its outcome. */
export const post = async (connectionId: string, raw: ReturnType<typeof compose>) =>
  (await receiveConnectionNotification(connectionId, raw)).outcome;

/** Posts a payment to a party's connection, signed with its secret. Returns the outcome. */
export const pay = (to: Party, payment: Payment, secret = to.secret) =>
  post(to.connectionId, compose(secret, payment));

/** Returns the total inflow of a party's event, in naira. */
export const inflowOf = async ({ scope, sessionId }: Party) =>
  formatKobo((await summariseReconciliation(scope, sessionId)).total_inflow);

/** Lists the reasons of the open exceptions of an organisation. */
export const exceptionsOf = async ({ organisationId }: Scope) =>
  (await listExceptions({}))
    .filter((one) => one.organisationId === organisationId)
    .map(({ reason }) => reason);

/** Lists what `takings verify` reports. */
export const differences = async () => (await verifyTotals({})).differences;
