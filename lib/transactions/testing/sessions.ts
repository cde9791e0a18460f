import { type BankCredit, getProvider, readStoredMessage } from "@/lib/bank";
import { newId } from "@/lib/core/ids";
import type { Mode, Scope } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { type SavedNotification, toStoredNotification } from "@/lib/exceptions";
import { createSession } from "@/lib/sessions";
import { CreateSession } from "@/lib/sessions/contract";
import type { RecordableCredit } from "../recording/recording-row";

/** Opens a session with an account and two terminals in a new organisation. */
export async function openTestSession(mode: Mode = "test", webhookUrl?: string) {
  const organisationId = newId("organisation");
  await systemDb().sql`insert into organisations (id, name) values (${organisationId}, ${organisationId})`;
  await systemDb().sql`
    insert into bank_grants (organisation_id, may_use_deployment) values (${organisationId}, ${mode === "live"})`;
  return openSessionOf({ organisationId, mode }, webhookUrl);
}

/** Opens another session of an organisation. */
export async function openSessionOf(scope: Scope, webhookUrl?: string) {
  const session = await createSession(
    scope,
    CreateSession.parse({
      external_event_id: "event-1",
      name: "Afrobeats Night",
      collection: { account: true, pos: true, pos_count: 2 },
      webhook_url: webhookUrl,
    }),
  );
  const [first, second] = session.pos_terminals;
  return {
    scope,
    sessionId: session.session_id,
    account: session.collection_account?.account_number ?? "",
    terminalId: first?.terminal_id ?? "",
    otherTerminalId: second?.terminal_id ?? "",
  };
}

let payments = 0;

/**
 * Creates a new transfer of 100.00 with the bank notification that reports it; the body is what the bank would post. The
 * currency is always naira and tests use one of the two supported channels, so that the result is `Recordable`.
 */
export function createIncomingCredit(
  given: Partial<BankCredit> = {},
  notification: Partial<Pick<SavedNotification, "mode" | "provider">> = {},
): RecordableCredit {
  payments++;
  const { mode = "test", provider = "paystack" } = notification;
  const credit = {
    kind: "credit",
    paymentKey: `payment-${payments}`,
    amount: 10_000n,
    channel: "bank_transfer",
    status: "successful",
    account: "",
    accountReference: "",
    devices: [],
    senderName: "Ngozi Obi",
    senderAccount: "0123456789",
    senderBank: "058",
    senderBankName: "GTBank",
    narration: "Ticket 12",
    bankRef: given.paymentKey ?? `payment-${payments}`,
    paidAt: new Date("2026-11-20T09:15:30.000Z"),
    ...given,
    currency: "NGN",
  } as RecordableCredit["credit"];
  if (provider !== "paystack") credit.narration += ` ${payments}`;
  const body = provider === "paystack" ? paystackBody(credit, payments) : composedBody(credit, provider);
  return {
    credit,
    notification: toStoredNotification({
      mode,
      provider,
      event: readStoredMessage(provider, 1, Buffer.from(body)).event,
      adapterVersion: 1,
      body: Buffer.from(body),
      signature: "signed",
    }),
  };
}

/** A Paystack notification that its adapter reads as this credit; the id makes each body unique. */
function paystackBody(credit: BankCredit, id: number): string {
  const statuses = { successful: "success", pending: "pending", failed: "failed" };
  return JSON.stringify({
    event: "charge.success",
    data: {
      id,
      reference: credit.paymentKey,
      amount: credit.amount.toString(),
      status: statuses[credit.status],
      channel: { bank_transfer: "dedicated_nuban", pos: "pos", unsupported: "card" }[credit.channel],
      currency: credit.currency,
      paid_at: credit.paidAt?.toISOString(),
      fees: credit.fee?.toString(),
      authorization: {
        sender_name: credit.senderName,
        sender_bank: credit.senderBankName,
        sender_bank_account_number: credit.senderAccount,
        receiver_bank_account_number: credit.account,
        narration: credit.narration,
      },
      ...(credit.devices[0] && { source: { source: "pos", identifier: credit.devices[0] } }),
    },
  });
}

function composedBody(
  credit: BankCredit & RecordableCredit["credit"],
  provider: SavedNotification["provider"],
): string {
  const simulated = {
    ...credit,
    device: credit.devices[0] ?? "",
    paidAt: credit.paidAt ?? new Date(),
  };
  return getProvider(provider).compose(simulated, "secret of the tests").body;
}
