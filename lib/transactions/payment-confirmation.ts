import { type BankCredit, type Confirmation, confirmPayment, listConfirmingProviders } from "@/lib/bank";
import { describeError } from "@/lib/core/errors/describe-error";
import type { Id } from "@/lib/core/ids";
import { formatKobo, type Kobo } from "@/lib/core/money";
import { type Db, systemDb, systemTx } from "@/lib/db/client";
import { findNotification, openException, type SavedNotification } from "@/lib/exceptions";
import { log } from "@/lib/log";
import { singleton } from "@/lib/process-singleton";
import { wakeSender } from "@/lib/webhooks";
import { recordCredit } from "./recording/record";
import { type ExistingPayment, finalizeTransaction, readRecordedCredit } from "./status-update";

interface UnconfirmedPayment extends ExistingPayment {
  provider: SavedNotification["provider"];
  mode: SavedNotification["mode"];
  bankConnectionId: SavedNotification["bankConnectionId"];
  paymentKey: string;
  amount: Kobo;
  notificationId: Id<"notification">;
  attemptCount: number;
  createdAt: Date;
  isOverdue: boolean;
}

/** Payments queried per run, sequentially: re-queries are rare, and the bank's API must not be overloaded. */
const BATCH = 20;
/** Lease on a claimed payment, so that no other process queries it: longer than the timeout of any call to the bank. */
const LEASE_SECONDS = 60;
/** Exponential backoff from 5 seconds to one hour while the bank has not answered. */
const backoffSeconds = (attempt: number) => Math.min(5 * 2 ** Math.min(attempt, 20), 3600);
/** After a day without an answer an exception is opened; the queries continue. */
const OVERDUE_MS = 24 * 3_600_000;

/** Claims payments whose amount the bank has not confirmed yet, oldest due time first. */
function claimUnconfirmed(): Promise<UnconfirmedPayment[]> {
  const { sql } = systemDb();
  return sql<UnconfirmedPayment[]>`
    update payment_confirmations c
    set due_at = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}), attempt_count = c.attempt_count + 1
    from transactions t
    where t.id = c.transaction_id and t.session_id = c.session_id
      and (c.session_id, c.transaction_id) in (
        select session_id, transaction_id from payment_confirmations
        where due_at <= clock_timestamp()
        order by due_at for update skip locked limit ${BATCH})
    returning c.session_id, c.organisation_id, c.transaction_id,
      c.provider, c.mode, c.bank_connection_id, c.payment_key, t.amount,
      t.notification_id, c.attempt_count, c.created_at,
      c.is_overdue`;
}

/** The result of a comparison with the bank's own record: it confirms, is inconclusive, or has a different value. */
type Verdict = "confirmed" | "unanswered" | { differs: string; amount?: Kobo | undefined };

/**
 * Compares the bank's own record with the payment as its notification reported it. Only a record that states the same
 * amount, success and credited account or device confirms; an absent value, a pending status or "not found" confirms
 * nothing; a present, different value is a mismatch.
 */
function compareRecord(
  expected: Pick<UnconfirmedPayment, "amount" | "sessionId"> &
    Pick<BankCredit, "channel" | "account" | "devices">,
  answer: Confirmation,
): Verdict {
  const { status, amount, currency = "NGN" } = answer;
  if (status === "pending" || status === "unknown") return "unanswered";
  if (status === "failed") return { differs: "says that the payment failed", amount };
  if (amount !== undefined && amount !== expected.amount)
    return { differs: `has ${formatKobo(amount)}`, amount };
  if (currency !== "NGN") return { differs: "has another currency", amount };
  const destination = compareDestination(expected, answer);
  if (destination === "differs") return { differs: "names another account or device", amount };
  return destination === "same" && amount !== undefined ? "confirmed" : "unanswered";
}

/** Compares account or device. The account's reference at the bank, which is the session's id, is accepted for its number. */
function compareDestination(
  { sessionId, channel, account, devices }: Parameters<typeof compareRecord>[0],
  answer: Confirmation,
): "same" | "differs" | "absent" {
  if (channel === "pos") {
    if (!answer.devices) return "absent";
    return answer.devices.some((device) => devices.includes(device)) ? "same" : "differs";
  }
  if (answer.account === undefined && answer.accountReference === undefined) return "absent";
  return answer.account === account || answer.accountReference === sessionId ? "same" : "differs";
}

/**
 * Queries the bank for every payment whose confirmation is due. A confirmed payment becomes successful. A payment that
 * the bank's own record contradicts becomes failed, with an exception, and releases its identity for the genuine
 * payment. If the answer is inconclusive, the query is repeated with backoff, without limit. Returns how many payments
 * were queried.
 */
export async function confirmDuePayments(): Promise<number> {
  const payments = await claimUnconfirmed();
  for (const payment of payments) {
    const verdict = await queryBank(payment);
    if (verdict === "confirmed") {
      if (await systemTx((db) => finalizeTransaction(db, payment, "successful"))) wakeSender();
    } else if (verdict === "unanswered") {
      await postpone(payment);
    } else {
      await rejectPayment(payment, verdict);
    }
  }
  return payments.length;
}

async function queryBank(payment: UnconfirmedPayment): Promise<Verdict> {
  try {
    const credit = await readRecordedCredit(systemDb(), payment.notificationId);
    if (!credit) return "unanswered";
    const { channel, account, devices } = credit;
    const answer = await confirmPayment(payment.bankConnectionId, payment.paymentKey);
    return compareRecord({ ...payment, channel, account, devices }, answer);
  } catch (thrown) {
    log.warn(
      { transaction: payment.transactionId, internal: describeError(thrown) },
      "querying the bank about a payment failed",
    );
    return "unanswered";
  }
}

async function postpone(payment: UnconfirmedPayment): Promise<void> {
  const { sessionId, transactionId, attemptCount, createdAt } = payment;
  const isOverdue = !payment.isOverdue && Date.now() - createdAt.getTime() >= OVERDUE_MS;
  await systemTx(async (db) => {
    const [waiting] = await db.sql`
      update payment_confirmations set due_at = clock_timestamp() + make_interval(secs => ${backoffSeconds(attemptCount)}),
        is_overdue = is_overdue or ${isOverdue}
      where session_id = ${sessionId} and transaction_id = ${transactionId} returning transaction_id`;
    if (waiting && isOverdue)
      await openNotConfirmed(
        db,
        payment,
        "The bank has not confirmed this payment in over a day. Nothing is counted; the bank is still asked.",
      );
  });
}

/** Fails a payment that the bank's own record contradicts, then records the bank's other reports of it. */
async function rejectPayment(
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

function openNotConfirmed(db: Db, payment: UnconfirmedPayment, detail: string, amount?: Kobo): Promise<void> {
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

/** Poll interval for due confirmations; a poll that finds none costs one index probe. */
const POLL_MS = 1_000;
const loop = singleton("confirming", () => ({ timer: undefined as NodeJS.Timeout | undefined, busy: false }));

/** Starts the confirmation loop, once per process; does nothing if no configured bank can confirm payments. */
export function startPaymentConfirmation(): void {
  if (loop.timer || listConfirmingProviders().length === 0) return;
  loop.timer = setInterval(async () => {
    if (loop.busy) return;
    loop.busy = true;
    try {
      await confirmDuePayments();
    } catch (thrown) {
      log.warn({ internal: describeError(thrown) }, "confirming payments failed; the next poll retries");
    } finally {
      loop.busy = false;
    }
  }, POLL_MS);
  loop.timer.unref();
}

/** Stops the confirmation loop; a query in flight is repeated after its lease expires. */
export function stopPaymentConfirmation(): void {
  clearInterval(loop.timer);
  loop.timer = undefined;
}
