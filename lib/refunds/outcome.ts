import { recordAudit } from "@/lib/audit";
import type { BankRefund } from "@/lib/bank";
import { formatKobo } from "@/lib/core/money";
import { systemDb, systemTx } from "@/lib/db/client";
import { refreshPayment } from "@/lib/reversals";
import type { DueRefund } from "./claim";

/** Exponential backoff from 5 seconds to one hour; a bank may need days for a refund. */
const backoffSeconds = (attempt: number) => Math.min(5 * 2 ** Math.min(attempt - 1, 20), 3600);

/**
 * Schedules the next lookup of a refund. With the bank's record it is in progress at the bank; without, its state stays:
 * `sending` means that its outcome is unknown.
 */
export async function postponeRefund(refund: DueRefund, found?: BankRefund): Promise<void> {
  const { id, attemptCount, transactionId, previous } = refund;
  const rows = await systemTx(
    ({ sql }) => sql`
      update refunds set due_at = clock_timestamp() + make_interval(secs => ${backoffSeconds(attemptCount)}),
        state = case when ${found !== undefined} then 'in_progress' else state end,
        bank_reference = coalesce(${found?.bankReference ?? null}, bank_reference),
        detail = coalesce(${found?.detail ?? null}, detail)
      where id = ${id} and attempt_count = ${attemptCount} and state in ('sending', 'in_progress') returning id`,
  );
  if (rows.length > 0 && found && previous !== "in_progress") await refreshPayment(transactionId);
}

/** Returns a claimed refund, which was not sent, to `approved`; it is due from then on. */
export async function postponeSending({ id, attemptCount }: DueRefund, dueAt: Date): Promise<void> {
  await systemDb().sql`
    update refunds set state = 'approved', sent_at = null, due_at = ${dueAt}
    where id = ${id} and attempt_count = ${attemptCount} and state = 'sending'`;
}

/** Stores the final outcome of a refund, with an entry in the audit log; a refund that is final already does not change. */
export async function finishRefund(
  refund: DueRefund,
  { status, bankReference, detail }: BankRefund,
): Promise<void> {
  const { id, organisationId, sessionId, transactionId, amount } = refund;
  const state = status === "completed" ? "completed" : "failed";
  const now = new Date();
  const isFinished = await systemTx(async (db) => {
    const rows = await db.sql`
      update refunds set state = ${state}, bank_reference = ${bankReference}, detail = ${detail}, due_at = null,
        finished_at = ${now}
      where id = ${id} and state in ('sending', 'in_progress') returning id`;
    if (rows.length === 0) return false;
    await recordAudit(
      db,
      { organisationId, isService: true },
      {
        action: state === "completed" ? "completed_refund" : "failed_refund",
        subject: id,
        sessionId,
        details: { payment: transactionId, amount: formatKobo(amount), reference: bankReference, detail },
        at: now,
      },
    );
    return true;
  });
  if (isFinished) await refreshPayment(transactionId);
}
