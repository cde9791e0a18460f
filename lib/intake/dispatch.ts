import { type BankCredit, type BankMessage, getProvider } from "@/lib/bank";
import { type Db, systemTx } from "@/lib/db/client";
import type { ExceptionReason, NotificationOutcome } from "@/lib/db/schema";
import { bodyDigest, openException, type SavedNotification, saveNotification } from "@/lib/exceptions";
import { recordReversal, recordStatedReversal } from "@/lib/reversals";
import { applySettlement } from "@/lib/settlement";
import { recordCredit } from "@/lib/transactions";

/**
 * Processes a verified notification and returns its outcome, for the log. When this resolves, the result is committed. A
 * credit becomes a transaction, an open exception or an unrelated payment; an unreadable notification, or an unrecognised one
 * with an amount, becomes an open exception; a reversal or settlement line of an unknown payment at an organisation's own
 * connection is stored without one. Only the kinds on an adapter's explicit list, and unrecognised ones without an amount,
 * are stored without effect. Throws what the recording, settlement and reversal functions throw.
 */
export function dispatch(notification: SavedNotification, message: BankMessage): Promise<string> {
  switch (message.kind) {
    case "credit":
      return recordCreditWithReversal(notification, message);
    case "settlement":
      return applySettlement(notification, message).then(() => "settlement");
    case "reversal":
      return recordReversal(notification, message).then(() => "reversal");
    case "ignored":
      return storeNotification(notification, "ignored");
    case "unrecognised":
      if (!message.namesAmount) return storeNotification(notification, "unrecognised");
      return openUnreadException(notification, "unrecognised", {
        detail: `${getProvider(notification.provider).name} reported "${message.event}", a kind that is not known here, with an amount. Ask the bank what it means.`,
        amount: message.amount,
      });
    case "unreadable":
      return openUnreadException(notification, "unreadable", {
        detail: `The notification is signed but cannot be read: ${message.why}.`,
      });
  }
}

/** Records a credit, and beside it the reversal that the bank's list states with it. Returns the credit's outcome. */
async function recordCreditWithReversal(
  notification: SavedNotification,
  credit: BankCredit,
): Promise<string> {
  const { outcome } = await recordCredit({ credit, notification });
  const { reversal, paymentKey } = credit;
  if (reversal) await recordStatedReversal(notification, { reversal, paymentKey });
  return outcome;
}

/** The correlationKey under which a notification without a payment is stored: the digest of its body. */
const digestSubject = (notification: SavedNotification) => bodyDigest(notification.body).toString("hex");

async function storeNotification(
  notification: SavedNotification,
  outcome: NotificationOutcome,
): Promise<string> {
  await systemTx((db) =>
    saveNotification(db, notification, { correlationKey: digestSubject(notification), outcome }),
  );
  return outcome;
}

async function openUnreadException(
  notification: SavedNotification,
  reason: ExceptionReason,
  { detail, amount }: { detail: string; amount?: bigint | undefined },
): Promise<string> {
  const correlationKey = digestSubject(notification);
  await systemTx(async (db: Db) => {
    const notificationId = await saveNotification(db, notification, { correlationKey, outcome: "exception" });
    await openException(db, { ...notification, notificationId }, { reason, detail, correlationKey, amount });
  });
  return "exception";
}
