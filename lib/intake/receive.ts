import { createHash } from "node:crypto";
import { type BankMessage, type RawNotice, readNotice } from "@/lib/bank";
import { systemTx } from "@/lib/db/client";
import { type KeptNotice, keepException, keepNotice, noticeOf } from "@/lib/exceptions";
import { applySettlement } from "@/lib/settlement";
import { findKnown, recordCredit } from "@/lib/transactions";

/**
 * Takes a bank's notice (§4.13): verified before it is read, durable when this resolves. Answers the acknowledgement
 * where the bank demands its own, else nothing. Throws `Failure("invalid_signature")`, with nothing kept; rejects where the
 * database cannot keep it, so that the bank tells it again.
 */
export async function receiveNotice(raw: RawNotice): Promise<unknown> {
  const { provider, mode, message } = readNotice(raw);
  const signature = raw.headers.get(provider.signatureHeader) ?? "";
  const notice = noticeOf({ mode, provider: provider.name, event: message.event, body: raw.body, signature });
  await take(notice, message);
  return provider.acknowledge?.(raw);
}

async function take(notice: KeptNotice, message: BankMessage): Promise<unknown> {
  switch (message.kind) {
    case "credit":
      return recordCredit({ credit: message, notice });
    case "settlement":
      return applySettlement(notice, message);
    case "reversal":
      return takeReversal(notice, message.paymentKey);
    case "aside":
      return systemTx((db) => keepNotice(db, notice, digestOf(notice)));
    case "unreadable":
      return systemTx((db) =>
        keepException(db, notice, {
          reason: "unreadable",
          detail: `The notice is signed but cannot be read: ${message.why}.`,
          subject: digestOf(notice),
        }),
      );
  }
}

/** What a notice that speaks of no payment is told apart by. */
const digestOf = (notice: KeptNotice) => createHash("sha256").update(notice.body).digest("hex");

/** A reversal or dispute of a recorded payment needs a person; of anything else only the notice is kept. */
async function takeReversal(notice: KeptNotice, paymentKey: string): Promise<void> {
  await systemTx(async (db) => {
    const known = await findKnown(db, notice, paymentKey);
    if (!known) {
      await keepNotice(db, notice, paymentKey);
      return;
    }
    await keepException(db, notice, {
      reason: "reversal",
      detail: `The bank takes back or disputes ${known.transactionId}. The books stand as they are; decide with the bank.`,
      subject: paymentKey,
      sessionId: known.sessionId,
      organisationId: known.organisationId,
    });
  });
}
