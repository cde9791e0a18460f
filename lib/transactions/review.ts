import type { Id } from "@/lib/core/ids";
import type { Db } from "@/lib/db/client";
import { isProofPayment } from "@/lib/devices";
import { type ExceptionSource, resolveAnswered } from "@/lib/exceptions";
import { attachReversals } from "@/lib/reversals";
import { settlePayments } from "@/lib/settlement";
import { type Recordable, toRecordingRow } from "./recording-row";
import { insertTransactions } from "./statement";
import { finish } from "./status-update";

type Identity = Pick<ExceptionSource, "mode" | "bankConnectionId"> & { paymentKey: string };

/**
 * Locks a payment's identity and has recording look at what stands under it from now on. Returns the transaction that is
 * recorded under it, if one is. Whoever also needs the session's counter row locks that first.
 */
export async function holdIdentity(
  { sql }: Db,
  { mode, bankConnectionId, paymentKey }: Identity,
): Promise<Id<"transaction"> | null> {
  const [held] = await sql<{ transactionId: Id<"transaction"> | null }[]>`
    insert into payments as p (mode, bank_connection_id, payment_key, needs_review)
    values (${mode}, ${bankConnectionId}, ${paymentKey}, true)
    on conflict (mode, bank_connection_id, payment_key) do update set needs_review = true
    returning p.transaction_id as "transactionId"`;
  return held?.transactionId ?? null;
}

/** The exceptions that a payment's own recording answers. */
const ANSWERED_BY_RECORDING = [
  "unknown_destination",
  "session_closed",
  "conflicting_repeat",
  "contradicting_status",
] as const;

/**
 * Records a payment under whose identity something stands already: a reversal, a settlement line, or an exception. In one
 * SQL transaction the payment is written as any other, the reversals go to it, the settlement lines are compared with
 * it, and the exceptions that it answers are resolved, except the one that the caller resolves. Returns the
 * transaction's id; `undefined` where nothing was recorded: the payment has to be looked at again, or it proved a
 * device and is in no total.
 */
export async function recordReviewed(
  db: Db,
  incoming: Recordable,
  callersException?: string,
): Promise<Id<"transaction"> | undefined> {
  const { credit, notice } = incoming;
  if (await isProofPayment(db, { ...notice, paymentKey: credit.paymentKey })) return undefined;
  const arrival = toRecordingRow(incoming, 0);
  const write = () => insertTransactions(db, [arrival], { reviewed: true });
  let [written] = await write();
  // The assignments changed while it waited for the session's row. The row is locked now, so they stay as they are.
  if (written?.outcome === "stale") [written] = await write();
  const { sessionId, organisationId } = written ?? {};
  if (written?.outcome !== "recorded" || !sessionId || !organisationId) return undefined;
  const transactionId = arrival.transaction_id;
  const about = { source: notice, subject: credit.paymentKey, transactionId };
  const status = await latestStatus(db, incoming);
  if (arrival.status === "pending" && !arrival.unconfirmed && status)
    await finish(db, { sessionId, organisationId, transactionId }, status, callersException);
  await resolveAnswered(db, {
    ...about,
    reasons: ANSWERED_BY_RECORDING,
    resolution: "recorded",
    credit: { ...credit, status: status ?? credit.status },
    except: callersException,
  });
  await resolveAnswered(db, { ...about, reasons: ["settlement_unreported"], resolution: "recorded" });
  const identity = { ...notice, paymentKey: credit.paymentKey };
  await attachReversals(db, identity, { transactionId, sessionId, organisationId });
  await settlePayments(db, notice, [credit.paymentKey]);
  return transactionId;
}

/** The final status that the bank has reported of this very money while it waited as an exception. */
async function latestStatus(
  { sql }: Db,
  { credit, notice }: Recordable,
): Promise<"successful" | "failed" | undefined> {
  if (credit.status !== "pending") return undefined;
  const [final] = await sql<{ status: "successful" | "failed" }[]>`
    select credit->>'status' as status from exceptions
    where mode = ${notice.mode} and bank_connection_id = ${notice.bankConnectionId} and subject = ${credit.paymentKey}
      and amount = ${credit.amount} and credit->>'currency' = ${credit.currency}
      and credit->>'status' in ('successful', 'failed') and resolved_at is null
    order by created_at, id limit 1`;
  return final?.status;
}
