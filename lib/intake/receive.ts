import { createHash } from "node:crypto";
import { type BankMessage, type RawNotice, readNotice } from "@/lib/bank";
import { systemTx } from "@/lib/db/client";
import { type KeptNotice, keepException, keepNotice, noticeOf } from "@/lib/exceptions";
import { applySettlement } from "@/lib/settlement";
import { findKnown, recordCredit } from "@/lib/transactions";

/** What became of a notice, for the log; and its acknowledgement where the envelope of §1 will not do. */
export interface Taken {
  provider: string;
  event: string;
  notice: string;
  fate: string;
  acknowledgement: unknown;
}

/**
 * Takes a bank's notice (§4.13): verified before it is read, durable when this resolves. Answers what became of it,
 * with the acknowledgement where the bank demands its own. Throws `Failure("invalid_signature")`, with nothing kept; rejects where the
 * database cannot keep it, so that the bank tells it again.
 */
export async function receiveNotice(raw: RawNotice): Promise<Taken> {
  const { provider, mode, message } = readNotice(raw);
  const signature = raw.headers.get(provider.signatureHeader) ?? "";
  const notice = noticeOf({ mode, provider: provider.name, event: message.event, body: raw.body, signature });
  const fate = await take(notice, message);
  const acknowledgement = provider.acknowledge?.(raw);
  return { provider: provider.name, event: message.event, notice: notice.noticeId, fate, acknowledgement };
}

async function take(notice: KeptNotice, message: BankMessage): Promise<string> {
  switch (message.kind) {
    case "credit":
      return (await recordCredit({ credit: message, notice })).fate;
    case "settlement":
      await applySettlement(notice, message);
      return "settlement";
    case "reversal":
      await takeReversal(notice, message.paymentKey);
      return "reversal";
    case "aside":
      await systemTx((db) => keepNotice(db, notice, digestOf(notice)));
      return "kept";
    case "unreadable":
      await systemTx((db) =>
        keepException(db, notice, {
          reason: "unreadable",
          detail: `The notice is signed but cannot be read: ${message.why}.`,
          subject: digestOf(notice),
        }),
      );
      return "exception";
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
