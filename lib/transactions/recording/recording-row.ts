import { type BankCredit, isConfirmationWanted, isListedVersion, SANDBOX_CONNECTION } from "@/lib/bank";
import { type Id, newId } from "@/lib/core/ids";
import type { SavedNotification } from "@/lib/exceptions";
import { currentTraceparent } from "@/lib/tracing";
import { toCreditValues } from "../credit-columns";
import { serializeEventData } from "../event";

/** A credit to be recorded, with the bank notification that reported it. */
export interface IncomingCredit {
  credit: BankCredit;
  notification: SavedNotification;
  /** Record it in this session, regardless of its account or device: set when a member resolves an exception. */
  sessionId?: Id<"session">;
}

/** A credit with a channel and a currency that can be recorded (§2.5). */
export type RecordableCredit = IncomingCredit & {
  credit: { channel: "bank_transfer" | "pos"; currency: "NGN" };
};

/** Whether a credit can be recorded; otherwise it becomes an exception. */
export function isRecordable(incoming: IncomingCredit): incoming is RecordableCredit {
  return incoming.credit.channel !== "unsupported" && incoming.credit.currency === "NGN";
}

interface Report {
  credit: BankCredit;
  notification: Pick<SavedNotification, "mode" | "provider" | "adapterVersion">;
}

/** Whether a live success was reported by a notification that does not prove its amount. */
export function isAmountUnproven({ credit, notification }: Report): boolean {
  return credit.needsConfirmation === true && notification.mode === "live" && credit.status === "successful";
}

/** Whether only `BANK_CONFIRMATION` wants a live success confirmed. A row of the bank's own list needs no confirmation. */
function isOnlyWanted(report: Report): boolean {
  const { credit, notification } = report;
  const isLiveSuccess = notification.mode === "live" && credit.status === "successful";
  if (!isLiveSuccess || isAmountUnproven(report) || isListedVersion(notification.adapterVersion))
    return false;
  return isConfirmationWanted(notification.provider, credit.amount);
}

/**
 * Whether a live success is recorded as pending until the bank's own record gives it a final status: its notification does
 * not prove its amount, or `BANK_CONFIRMATION` wants it.
 */
export function needsBankConfirmation(report: Report): boolean {
  return isAmountUnproven(report) || isOnlyWanted(report);
}

/** One input row of the recording statement: plain JSON with the statement's column names. */
export type RecordingRow = ReturnType<typeof toRecordingRow>;

/**
 * The bank connection whose accounts and devices a notification may credit: in test mode the sandbox connection, which
 * every connection may credit; in live mode only its own.
 */
export function destinationConnectionId({
  mode,
  bankConnectionId,
}: Pick<SavedNotification, "mode" | "bankConnectionId">): Id<"bankConnection"> {
  return mode === "test" ? SANDBOX_CONNECTION : bankConnectionId;
}

/** The earliest plausible time of a payment. */
const MIN_PAID_AT = Date.UTC(2000, 0, 1);
/** How far a bank's clock may be ahead of the time of receipt. */
const MAX_AHEAD_MS = 24 * 3_600_000;

/** The reported time of a payment, or `undefined` if implausible; callers then use the time of receipt (`docs/not-shown.md`). */
export function plausiblePaidAt({ paidAt }: Pick<BankCredit, "paidAt">, receivedAt: Date): Date | undefined {
  const time = paidAt?.getTime() ?? Number.NaN;
  const isBelievable = time >= MIN_PAID_AT && time <= receivedAt.getTime() + MAX_AHEAD_MS;
  return isBelievable ? paidAt : undefined;
}

/**
 * Converts a credit to an input row of the recording statement. Ids are generated here, so that the event's body can be
 * serialised now. Absent values are omitted: the statement's time grows with the members that it parses.
 */
export function toRecordingRow(incoming: RecordableCredit, position: number) {
  const { credit, notification, sessionId } = incoming;
  const transactionId = newId("transaction");
  const plausible = plausiblePaidAt(credit, notification.receivedAt);
  const paidAt = plausible ?? notification.receivedAt;
  const unconfirmed = needsBankConfirmation({ credit, notification });
  const status = unconfirmed ? "pending" : credit.status;
  return {
    position,
    mode: notification.mode,
    provider: notification.provider,
    bank_connection_id: notification.bankConnectionId,
    payment_key: credit.paymentKey,
    account: credit.account,
    account_reference: credit.accountReference || undefined,
    devices: credit.devices.length > 0 ? credit.devices : undefined,
    session_id: sessionId,
    transaction_id: transactionId,
    delivery_id: newId("delivery"),
    notification_id: notification.notificationId,
    amount: credit.amount.toString(),
    currency: credit.currency,
    channel: credit.channel,
    status,
    paid_at: plausible,
    unconfirmed: unconfirmed || undefined,
    is_confirmation_wanted: isOnlyWanted(incoming) || undefined,
    event: notification.event,
    adapter_version: notification.adapterVersion,
    body: notification.body.toString("base64"),
    signature: notification.signature,
    received_at: notification.receivedAt,
    event_data: serializeEventData({
      id: transactionId,
      amount: credit.amount,
      currency: credit.currency,
      channel: credit.channel,
      status,
      senderName: credit.senderName,
      senderAccount: credit.senderAccount,
      senderBank: credit.senderBank,
      narration: credit.narration,
      paidAt,
    }),
    traceparent: currentTraceparent(),
    ...toCreditValues(credit),
  };
}
