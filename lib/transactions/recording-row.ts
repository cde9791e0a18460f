import { type BankCredit, SANDBOX_CONNECTION } from "@/lib/bank";
import { type Id, newId } from "@/lib/core/ids";
import type { SavedNotification } from "@/lib/exceptions";
import { eventDataText } from "./event";

/** A credit on its way into the books, with the notice that brought it. */
export interface Incoming {
  credit: BankCredit;
  notice: SavedNotification;
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
export function needsBankConfirmation({
  credit,
  notice,
}: {
  credit: BankCredit;
  notice: Pick<SavedNotification, "mode">;
}): boolean {
  return credit.needsConfirmation === true && notice.mode === "live" && credit.status === "successful";
}

/** What the recording statement reads of one arrival: plain JSON, named as its columns. */
export type RecordingRow = ReturnType<typeof toRecordingRow>;

/**
 * The connection whose accounts and devices a notification may name: in test mode those made here, which every
 * connection may credit; in live mode its own alone.
 */
export function creditedConnection({
  mode,
  bankConnectionId,
}: Pick<SavedNotification, "mode" | "bankConnectionId">): Id<"bankConnection"> {
  return mode === "test" ? SANDBOX_CONNECTION : bankConnectionId;
}

/** The earliest time that is believed of a payment. */
const EARLIEST_PAYMENT = Date.UTC(2000, 0, 1);
/** How far a bank's clock may be ahead of the time of receipt. */
const MAX_AHEAD_MS = 24 * 3_600_000;

/** The time of a payment, unless it cannot be true: then the time of receipt stands (`docs/not-shown.md`). */
export function believedPaidAt({ paidAt }: Pick<BankCredit, "paidAt">, receivedAt: Date): Date | undefined {
  const time = paidAt?.getTime() ?? Number.NaN;
  const isBelievable = time >= EARLIEST_PAYMENT && time <= receivedAt.getTime() + MAX_AHEAD_MS;
  return isBelievable ? paidAt : undefined;
}

/**
 * Writes an arrival as the statement reads it; its ids are made here, so that the event's body can be frozen now.
 * What is absent is left out: the statement's time grows with the members that it reads.
 */
export function toRecordingRow(incoming: Recordable, position: number) {
  const { credit, notice, sessionId } = incoming;
  const transactionId = newId("transaction");
  const believed = believedPaidAt(credit, notice.receivedAt);
  const paidAt = believed ?? notice.receivedAt;
  const unconfirmed = needsBankConfirmation({ credit, notice });
  const status = unconfirmed ? "pending" : credit.status;
  return {
    position,
    mode: notice.mode,
    provider: notice.provider,
    bank_connection_id: notice.bankConnectionId,
    payment_key: credit.paymentKey,
    account: credit.account,
    devices: credit.devices.length > 0 ? credit.devices : undefined,
    session_id: sessionId,
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
    paid_at: believed,
    fee: credit.fee?.toString(),
    stamp_duty: credit.stampDuty?.toString(),
    unconfirmed: unconfirmed || undefined,
    event: notice.event,
    adapter_version: notice.adapterVersion,
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
