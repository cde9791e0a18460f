import { type BankCredit, SANDBOX_ISSUER } from "@/lib/bank";
import { type Id, newId } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/scope";
import type { ProviderName } from "@/lib/env";
import type { KeptNotice } from "@/lib/exceptions";
import { eventDataText } from "./event";

/** A credit on its way into the books, with the notice that brought it. */
export interface Incoming {
  credit: BankCredit;
  notice: KeptNotice;
  /** Records it in this session whatever account or device it names: a person's decision about an exception. */
  sessionId?: Id<"session">;
}

/** A credit of a channel and currency that can be recorded (§2.5). */
export type Recordable = Incoming & { credit: { channel: "bank_transfer" | "pos"; currency: "NGN" } };

/** Whether a credit can be recorded at all; one that cannot is an exception. */
export function isRecordable(incoming: Incoming): incoming is Recordable {
  return incoming.credit.channel !== "unsupported" && incoming.credit.currency === "NGN";
}

/**
 * Whether a success is told by a notice that is no proof of its amount: it then says no more than pending, and only
 * the bank's own answer moves it on.
 */
export function isUnproven({ credit, notice }: Incoming): boolean {
  return credit.needsConfirmation === true && notice.mode === "live" && credit.status === "successful";
}

/** What the recording statement reads of one arrival: plain JSON, named as its columns. */
export type Arrival = ReturnType<typeof arrivalOf>;

/** Who may credit an account with this notice: in test mode anybody, in live mode the bank that issued it alone. */
export function issuerOf(mode: Mode, provider: ProviderName): string {
  return mode === "test" ? SANDBOX_ISSUER : provider;
}

/** Writes an arrival as the statement reads it; its ids are made here, so that the event's body can be frozen now. */
export function arrivalOf({ credit, notice, sessionId }: Recordable, position: number) {
  const transactionId = newId("transaction");
  const paidAt = credit.paidAt ?? notice.receivedAt;
  const unconfirmed = isUnproven({ credit, notice });
  const status = unconfirmed ? "pending" : credit.status;
  return {
    position,
    mode: notice.mode,
    provider: notice.provider,
    payment_key: credit.paymentKey,
    issuer: issuerOf(notice.mode, notice.provider),
    account: credit.account,
    devices: credit.devices,
    session_id: sessionId ?? null,
    transaction_id: transactionId,
    delivery_id: newId("delivery"),
    notice_id: notice.noticeId,
    amount: credit.amount.toString(),
    currency: credit.currency,
    channel: credit.channel,
    status,
    sender_name: credit.senderName,
    sender_account: credit.senderAccount,
    sender_bank: credit.senderBank,
    sender_bank_name: credit.senderBankName,
    narration: credit.narration,
    bank_ref: credit.bankRef,
    paid_at: paidAt,
    fee: credit.fee?.toString() ?? null,
    stamp_duty: credit.stampDuty?.toString() ?? null,
    unconfirmed,
    event: notice.event,
    body: notice.body.toString("base64"),
    signature: notice.signature,
    received_at: notice.receivedAt,
    event_data: eventDataText({
      id: transactionId,
      amount: credit.amount,
      currency: credit.currency,
      channel: credit.channel,
      status,
      sender_name: credit.senderName,
      sender_account: credit.senderAccount,
      sender_bank: credit.senderBank,
      narration: credit.narration,
      paid_at: paidAt,
    }),
  };
}
