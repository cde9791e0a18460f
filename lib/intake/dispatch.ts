import { type BankMessage, providerNamed } from "@/lib/bank";
import { type Db, systemTx } from "@/lib/db/client";
import type { ExceptionReason, NotificationOutcome } from "@/lib/db/schema";
import { bodyDigest, openException, type SavedNotification, saveNotification } from "@/lib/exceptions";
import { recordReversal } from "@/lib/reversals";
import { applySettlement } from "@/lib/settlement";
import { recordCredit } from "@/lib/transactions";

/**
 * Carries out what a verified notification says; when this resolves, what became of it is durable. A notification that
 * names an amount ends as a transaction or as an open exception; what may be ignored is each adapter's explicit list.
 * Returns the outcome, for the log.
 */
export async function dispatch(notice: SavedNotification, message: BankMessage): Promise<string> {
  switch (message.kind) {
    case "credit":
      return (await recordCredit({ credit: message, notice })).fate;
    case "settlement":
      await applySettlement(notice, message);
      return "settlement";
    case "reversal":
      await recordReversal(notice, message);
      return "reversal";
    case "ignored":
      return store(notice, "ignored");
    case "unrecognised":
      if (!message.namesAmount) return store(notice, "unrecognised");
      return openUnread(notice, "unrecognised", {
        detail: `${providerNamed(notice.provider).name} reported "${message.event}", a kind that is not known here, with an amount. Ask the bank what it means.`,
        amount: message.amount,
      });
    case "unreadable":
      return openUnread(notice, "unreadable", {
        detail: `The notification is signed but cannot be read: ${message.why}.`,
      });
  }
}

/** What a notification that names no payment is stored under. */
const digestText = (notice: SavedNotification) => bodyDigest(notice.body).toString("hex");

async function store(notice: SavedNotification, outcome: NotificationOutcome): Promise<string> {
  await systemTx((db) => saveNotification(db, notice, { subject: digestText(notice), outcome }));
  return outcome;
}

async function openUnread(
  notice: SavedNotification,
  reason: ExceptionReason,
  { detail, amount }: { detail: string; amount?: bigint | undefined },
): Promise<string> {
  const subject = digestText(notice);
  await systemTx(async (db: Db) => {
    const noticeId = await saveNotification(db, notice, { subject, outcome: "exception" });
    await openException(db, { ...notice, noticeId }, { reason, detail, subject, amount });
  });
  return "exception";
}
