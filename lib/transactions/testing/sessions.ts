import { type BankCredit, providerNamed } from "@/lib/bank";
import { newId } from "@/lib/core/ids";
import type { Mode, Scope } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { type KeptNotice, noticeOf } from "@/lib/exceptions";
import { createSession } from "@/lib/sessions";
import { CreateSession } from "@/lib/sessions/contract";
import type { Recordable } from "../arrival";

/** Opens a session with an account and two terminals, in an organisation of its own. */
export async function openTestSession(mode: Mode = "test", webhookUrl?: string) {
  const organisationId = newId("organisation");
  await systemDb().sql`insert into organisations (id, name) values (${organisationId}, ${organisationId})`;
  const scope: Scope = { organisationId, mode };
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
 * A transfer of 100.00 that no notification has reported yet, with the notification that brings it: its body is what the
 * bank would post of it. Its currency is naira always, and tests name one of the two channels that are recorded, so that
 * it is `Recordable`.
 */
export function incoming(
  given: Partial<BankCredit> = {},
  notice: Partial<Pick<KeptNotice, "mode" | "provider">> = {},
): Recordable {
  payments++;
  const { mode = "test", provider = "paystack" } = notice;
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
    bankRef: "000013261120101530123456789012",
    paidAt: new Date("2026-11-20T09:15:30.000Z"),
    ...given,
    currency: "NGN",
  } as Recordable["credit"];
  const { body } = providerNamed(provider).compose(
    {
      ...credit,
      device: credit.devices[0] ?? "",
      narration: `${credit.narration} ${payments}`,
      paidAt: credit.paidAt ?? new Date(),
    },
    "secret of the tests",
  );
  return {
    credit,
    notice: noticeOf({
      mode,
      provider,
      event: "charge.success",
      adapterVersion: 1,
      body: Buffer.from(body),
      signature: "signed",
    }),
  };
}
