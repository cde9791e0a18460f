import type { Id } from "@/lib/core/ids";
import type { Db } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { paymentIdentities } from "@/lib/db/schema";
import { isProofPayment } from "@/lib/devices";
import { env } from "@/lib/env";
import { type ExceptionSource, resolveObsoleteExceptions } from "@/lib/exceptions";
import { attachReversals } from "@/lib/reversals";
import { settlePayments } from "@/lib/settlement";
import { finalizeTransaction } from "../status-update";
import { insertOneBySession } from "./by-session";
import { insertTransactions } from "./insert-transactions";
import { type RecordableCredit, toRecordingRow } from "./recording-row";

type Identity = Pick<ExceptionSource, "mode" | "bankConnectionId"> & { paymentKey: string };

/**
 * Locks a payment's identity and marks it as needing review, so that later recordings take the slow path
 * (`recordWithReview`). Returns the transaction recorded under it, or null. A caller that also needs the session's state
 * row must lock that row first, to avoid deadlocks.
 */
export async function lockIdentity(
  { sql }: Db,
  { mode, bankConnectionId, paymentKey }: Identity,
): Promise<Id<"transaction"> | null> {
  const [identity] = await sql<RowOf<typeof paymentIdentities, "transactionId">[]>`
    insert into payment_identities as p (mode, bank_connection_id, payment_key, needs_review)
    values (${mode}, ${bankConnectionId}, ${paymentKey}, true)
    on conflict (mode, bank_connection_id, payment_key) do update set needs_review = true
    returning p.transaction_id`;
  return identity?.transactionId ?? null;
}

/** Reasons of the exceptions that are resolved when their payment is recorded. */
const ANSWERED_BY_RECORDING = [
  "unknown_destination",
  "session_closed",
  "conflicting_repeat",
  "contradicting_status",
] as const;

/**
 * Records a payment whose identity already has a reversal, a settlement line or an exception. In one SQL transaction it
 * inserts the payment, attaches the reversals, compares the settlement lines and resolves the exceptions that the
 * recording answers, except `callersException`, which the caller resolves. Returns the transaction's id, or `undefined`
 * if nothing was recorded: the caller must retry, or the payment proved a device and counts in no total.
 */
export async function recordWithReview(
  db: Db,
  incoming: RecordableCredit,
  callersException?: string,
): Promise<Id<"transaction"> | undefined> {
  const { credit, notification } = incoming;
  if (await isProofPayment(db, { ...notification, paymentKey: credit.paymentKey })) return undefined;
  const row = toRecordingRow(incoming, 0);
  const insert = () =>
    env().isDatabaseDistributed
      ? insertOneBySession(db, row, { reviewed: true })
      : insertTransactions(db, [row], { reviewed: true });
  let [inserted] = await insert();
  // The assignments changed while the statement waited for the session's row. The row is now locked, so one retry is enough.
  if (inserted?.outcome === "retry") [inserted] = await insert();
  const { sessionId, organisationId } = inserted ?? {};
  if (inserted?.outcome !== "recorded" || !sessionId || !organisationId) return undefined;
  const transactionId = row.transaction_id;
  const common = { source: notification, correlationKey: credit.paymentKey, transactionId };
  const status = await latestStatus(db, incoming);
  if (row.status === "pending" && !row.unconfirmed && status)
    await finalizeTransaction(db, { sessionId, organisationId, transactionId }, status, callersException);
  await resolveObsoleteExceptions(db, {
    ...common,
    reasons: ANSWERED_BY_RECORDING,
    resolution: "recorded",
    credit: { ...credit, status: status ?? credit.status },
    except: callersException,
  });
  await resolveObsoleteExceptions(db, {
    ...common,
    reasons: ["settlement_unreported"],
    resolution: "recorded",
  });
  const paymentIdentity = { ...notification, paymentKey: credit.paymentKey };
  await attachReversals(db, paymentIdentity, { transactionId, sessionId, organisationId });
  await settlePayments(db, notification, [credit.paymentKey]);
  return transactionId;
}

/** The final status that the bank has reported for the same amount and currency while the payment was an exception. */
async function latestStatus(
  { sql }: Db,
  { credit, notification }: RecordableCredit,
): Promise<"successful" | "failed" | undefined> {
  if (credit.status !== "pending") return undefined;
  const [final] = await sql<{ status: "successful" | "failed" }[]>`
    select credit->>'status' as status from exceptions
    where mode = ${notification.mode} and bank_connection_id = ${notification.bankConnectionId} and correlation_key = ${credit.paymentKey}
      and amount = ${credit.amount} and credit->>'currency' = ${credit.currency}
      and credit->>'status' in ('successful', 'failed') and resolved_at is null
    order by created_at, id limit 1`;
  return final?.status;
}
