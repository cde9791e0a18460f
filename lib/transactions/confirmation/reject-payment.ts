import type { Id } from "@/lib/core/ids";
import { formatKobo, type Kobo } from "@/lib/core/money";
import { type Db, systemDb, systemTx } from "@/lib/db/client";
import { findNotification, openException } from "@/lib/exceptions";
import { wakeSender } from "@/lib/webhooks";
import { recordCredit } from "../recording/record";
import { finalizeTransaction, readRecordedCredit } from "../status-update";
import type { UnconfirmedPayment } from "./claim";
import type { Verdict } from "./compare-record";

/** Fails a payment that the bank's own record contradicts, then records the bank's other reports of it. */
export async function rejectPayment(
  payment: UnconfirmedPayment,
  { differs, amount }: Exclude<Verdict, string>,
): Promise<void> {
  const isRejected = await systemTx(async (db) => {
    if (!(await finalizeTransaction(db, payment, "failed"))) return false;
    await openNotConfirmed(
      db,
      payment,
      `The bank's own record ${differs}; its notification said ${formatKobo(payment.amount)}. The payment failed; a genuine one can still be recorded.`,
      amount,
    );
    await releaseIdentity(db, payment);
    return true;
  });
  if (!isRejected) return;
  wakeSender();
  await recordConflictingReports(payment);
}

/** Detaches a payment's identity from its transaction, so that the genuine payment can be recorded under it. */
async function releaseIdentity({ sql }: Db, payment: UnconfirmedPayment): Promise<void> {
  const { mode, bankConnectionId, paymentKey, transactionId, sessionId, organisationId } = payment;
  await sql`
    update payment_identities set session_id = null, transaction_id = null, needs_review = true
    where mode = ${mode} and bank_connection_id = ${bankConnectionId} and payment_key = ${paymentKey}
      and transaction_id = ${transactionId}`;
  await sql`
    insert into retired_payments (transaction_id, organisation_id, mode, session_id, bank_connection_id, payment_key)
    values (${transactionId}, ${organisationId}, ${mode}, ${sessionId}, ${bankConnectionId}, ${paymentKey})`;
}

/** Records the notifications that conflicted with the rejected payment, under its released identity. */
async function recordConflictingReports({
  mode,
  bankConnectionId,
  paymentKey,
}: UnconfirmedPayment): Promise<void> {
  const { sql } = systemDb();
  const conflicting = await sql<{ notificationId: Id<"notification"> }[]>`
    select notification_id from exceptions
    where mode = ${mode} and bank_connection_id = ${bankConnectionId} and correlation_key = ${paymentKey}
      and reason in ('conflicting_repeat', 'contradicting_status') and resolved_at is null
    order by created_at, id`;
  for (const { notificationId } of conflicting) {
    const notification = await findNotification(systemDb(), notificationId);
    const credit = await readRecordedCredit(systemDb(), notificationId);
    if (notification && credit) await recordCredit({ credit, notification });
  }
}

/** Opens the exception of a payment that the bank did not confirm. `amount` is the bank's, if it differs. */
export function openNotConfirmed(
  db: Db,
  payment: UnconfirmedPayment,
  detail: string,
  amount?: Kobo,
): Promise<void> {
  const { paymentKey, sessionId, organisationId, transactionId } = payment;
  const source = { ...payment, receivedAt: new Date() };
  return openException(db, source, {
    reason: "not_confirmed",
    detail,
    correlationKey: paymentKey,
    facts: [transactionId, detail],
    amount: amount ?? payment.amount,
    recordedAmount: payment.amount,
    sessionId,
    organisationId,
    transactionId,
  });
}
