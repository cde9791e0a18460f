import { type BankCredit, type Confirmation, confirmingProviders, confirmPayment } from "@/lib/bank";
import { describeError } from "@/lib/core/describe-error";
import type { Id } from "@/lib/core/ids";
import { formatKobo, type Kobo } from "@/lib/core/money";
import { type Db, systemDb, systemTx } from "@/lib/db/client";
import { findNotification, openException, type SavedNotification } from "@/lib/exceptions";
import { log } from "@/lib/log";
import { singleton } from "@/lib/process-singleton";
import { wakeSender } from "@/lib/webhooks";
import { recordCredit } from "./record";
import { type ExistingPayment, finish, readRecordedCredit } from "./status-update";

interface UnconfirmedPayment extends ExistingPayment {
  provider: SavedNotification["provider"];
  mode: SavedNotification["mode"];
  bankConnectionId: SavedNotification["bankConnectionId"];
  paymentKey: string;
  amount: Kobo;
  noticeId: Id<"notice">;
  attemptCount: number;
  createdAt: Date;
  isOverdue: boolean;
}

/** Payments asked about in one go, one after the other: re-queries are rare and the bank's API is not ours to crowd. */
const BATCH = 20;
/** While one is being asked about, nobody else asks: longer than any call to the bank may take. */
const LEASE_SECONDS = 60;
/** Waits double from 5 seconds to an hour, for as long as the bank has not answered. */
const waitSeconds = (attempt: number) => Math.min(5 * 2 ** Math.min(attempt, 20), 3600);
/** After a day without an answer an exception says so; the bank is still asked. */
const OVERDUE_MS = 24 * 3_600_000;

/** Takes payments whose amount the bank has yet to confirm, those due first. */
function claimUnconfirmed(): Promise<UnconfirmedPayment[]> {
  const { sql } = systemDb();
  return sql<UnconfirmedPayment[]>`
    update confirmations c
    set due_at = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}), attempt_count = c.attempt_count + 1
    from transactions t
    where t.id = c.transaction_id and t.session_id = c.session_id
      and (c.session_id, c.transaction_id) in (
        select session_id, transaction_id from confirmations
        where due_at <= clock_timestamp()
        order by due_at for update skip locked limit ${BATCH})
    returning c.session_id as "sessionId", c.organisation_id as "organisationId", c.transaction_id as "transactionId",
      c.provider, c.mode, c.bank_connection_id as "bankConnectionId", c.payment_key as "paymentKey", t.amount,
      t.notice_id as "noticeId", c.attempt_count as "attemptCount", c.created_at as "createdAt",
      c.is_overdue as "isOverdue"`;
}

/** What the bank's own record comes to: it confirms the payment, says nothing yet, or has another value. */
type Verdict = "confirmed" | "unanswered" | { differs: string; amount?: Kobo | undefined };

/**
 * Compares the bank's own record with the payment as its notification reported it. Only a record that states the same
 * amount, success and credited account or device confirms; an absent value, a pending status or "not found" confirms
 * nothing; a present, different value is a mismatch.
 */
export function compareRecord(
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

/** The account's reference at the bank, which is the session's id, may stand for its number. */
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
 * Asks the bank about every payment that is due to be confirmed, and moves those it confirms to their final status. A
 * payment of which the bank's own record says otherwise fails, with an exception, and frees its identity for the genuine
 * payment. One that the bank says nothing of is asked about again, for as long as it takes. Answers how many were asked
 * about.
 */
export async function confirmDue(): Promise<number> {
  const doubts = await claimUnconfirmed();
  for (const doubt of doubts) {
    const verdict = await ask(doubt);
    if (verdict === "confirmed") {
      if (await systemTx((db) => finish(db, doubt, "successful"))) wakeSender();
    } else if (verdict === "unanswered") {
      await postpone(doubt);
    } else {
      await refute(doubt, verdict);
    }
  }
  return doubts.length;
}

async function ask(doubt: UnconfirmedPayment): Promise<Verdict> {
  try {
    const credit = await readRecordedCredit(systemDb(), doubt.noticeId);
    if (!credit) return "unanswered";
    const { channel, account, devices } = credit;
    const answer = await confirmPayment(doubt.provider, doubt.paymentKey);
    return compareRecord({ ...doubt, channel, account, devices }, answer);
  } catch (thrown) {
    log.warn(
      { transaction: doubt.transactionId, internal: describeError(thrown) },
      "the bank could not be asked",
    );
    return "unanswered";
  }
}

async function postpone(doubt: UnconfirmedPayment): Promise<void> {
  const { sessionId, transactionId, attemptCount, createdAt } = doubt;
  const isOverdue = !doubt.isOverdue && Date.now() - createdAt.getTime() >= OVERDUE_MS;
  await systemTx(async (db) => {
    const [waiting] = await db.sql`
      update confirmations set due_at = clock_timestamp() + make_interval(secs => ${waitSeconds(attemptCount)}),
        is_overdue = is_overdue or ${isOverdue}
      where session_id = ${sessionId} and transaction_id = ${transactionId} returning transaction_id`;
    if (waiting && isOverdue)
      await openNotConfirmed(
        db,
        doubt,
        "The bank has not confirmed this payment in over a day. Nothing is counted; the bank is still asked.",
      );
  });
}

/** Fails a payment that the bank's own record contradicts, and has what the bank reported besides recorded instead. */
async function refute(
  doubt: UnconfirmedPayment,
  { differs, amount }: Exclude<Verdict, string>,
): Promise<void> {
  const isRefuted = await systemTx(async (db) => {
    if (!(await finish(db, doubt, "failed"))) return false;
    await openNotConfirmed(
      db,
      doubt,
      `The bank's own record ${differs}; its notification said ${formatKobo(doubt.amount)}. The payment failed; a genuine one can still be recorded.`,
      amount,
    );
    await retireIdentity(db, doubt);
    return true;
  });
  if (!isRefuted) return;
  wakeSender();
  await recordContenders(doubt);
}

/** Takes a payment's identity from its transaction, so that the genuine payment can have it. */
async function retireIdentity({ sql }: Db, doubt: UnconfirmedPayment): Promise<void> {
  const { mode, bankConnectionId, paymentKey, transactionId, sessionId, organisationId } = doubt;
  await sql`
    update payments set session_id = null, transaction_id = null, needs_review = true
    where mode = ${mode} and bank_connection_id = ${bankConnectionId} and payment_key = ${paymentKey}
      and transaction_id = ${transactionId}`;
  await sql`
    insert into retired_payments (transaction_id, organisation_id, mode, session_id, bank_connection_id, payment_key)
    values (${transactionId}, ${organisationId}, ${mode}, ${sessionId}, ${bankConnectionId}, ${paymentKey})`;
}

/** Records what the bank reported under the freed identity and what contradicted the payment that was refuted. */
async function recordContenders({ mode, bankConnectionId, paymentKey }: UnconfirmedPayment): Promise<void> {
  const { sql } = systemDb();
  const contenders = await sql<{ noticeId: Id<"notice"> }[]>`
    select notice_id as "noticeId" from exceptions
    where mode = ${mode} and bank_connection_id = ${bankConnectionId} and subject = ${paymentKey}
      and reason in ('conflicting_repeat', 'contradicting_status') and resolved_at is null
    order by created_at, id`;
  for (const { noticeId } of contenders) {
    const notice = await findNotification(systemDb(), noticeId);
    const credit = await readRecordedCredit(systemDb(), noticeId);
    if (notice && credit) await recordCredit({ credit, notice });
  }
}

function openNotConfirmed(db: Db, doubt: UnconfirmedPayment, detail: string, amount?: Kobo): Promise<void> {
  const { paymentKey, sessionId, organisationId, transactionId } = doubt;
  const source = { ...doubt, receivedAt: new Date() };
  return openException(db, source, {
    reason: "not_confirmed",
    detail,
    subject: paymentKey,
    facts: [transactionId, detail],
    amount: amount ?? doubt.amount,
    recordedAmount: doubt.amount,
    sessionId,
    organisationId,
    transactionId,
  });
}

/** How often due confirmations are looked for; a look that finds none is one index probe. */
const POLL_MS = 1_000;
const loop = singleton("confirming", () => ({ timer: undefined as NodeJS.Timeout | undefined, busy: false }));

/** Starts asking, once a process, where a configured bank needs asking at all. */
export function startConfirming(): void {
  if (loop.timer || confirmingProviders().length === 0) return;
  loop.timer = setInterval(async () => {
    if (loop.busy) return;
    loop.busy = true;
    try {
      await confirmDue();
    } catch (thrown) {
      log.warn({ internal: describeError(thrown) }, "confirming must wait");
    } finally {
      loop.busy = false;
    }
  }, POLL_MS);
  loop.timer.unref();
}

/** Stops asking; a question under way is asked again when its lease ends. */
export function stopConfirming(): void {
  clearInterval(loop.timer);
  loop.timer = undefined;
}
