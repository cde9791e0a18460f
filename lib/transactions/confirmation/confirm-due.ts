import {
  type Confirmation,
  confirmPayment,
  type LiveConnection,
  leaseConnection,
  listLiveConnections,
  pausedUntil,
  readCredit,
} from "@/lib/bank";
import { describeError } from "@/lib/core/errors/describe-error";
import { isFailure } from "@/lib/core/errors/errors";
import { systemTx } from "@/lib/db/client";
import { log } from "@/lib/log";
import { recordStatedReversal } from "@/lib/reversals";
import { wakeSender } from "@/lib/webhooks";
import { inSharedTransaction } from "../recording/shared-transaction";
import { finalizeTransaction } from "../status-update";
import { claimUnconfirmed, findDueConnections, releaseClaims, type UnconfirmedPayment } from "./claim";
import { compareRecord, type Verdict } from "./compare-record";
import { openNotConfirmed, rejectPayment } from "./reject-payment";

/** Calls in flight for each connection: with 200 ms of latency about 100 confirmations a second. */
const CONCURRENCY = 20;
/** Confirmed payments that wait to be stored; beyond it the calls to the bank wait for the database. */
const MAX_UNSTORED = 100;
/** Exponential backoff from 5 seconds to one hour while the bank has not answered. */
const backoffSeconds = (attempt: number) => Math.min(5 * 2 ** Math.min(attempt, 20), 3600);
/** After a day without an answer an exception is opened; the queries continue. */
const OVERDUE_MS = 24 * 3_600_000;

/**
 * Queries the banks about every payment whose confirmation is due, each connection in one process at a time, until no more
 * is due. A confirmed payment becomes successful, with the refund or reversal beside it that the bank's record states. A payment
 * that the bank's own record contradicts becomes failed, with an exception, and releases its identity for the genuine payment.
 * If the answer is inconclusive, the query is repeated with backoff, without limit. After a 429 a connection is not called for
 * as long as its bank asked. Returns how many payments were queried.
 */
export async function confirmDuePayments(): Promise<number> {
  const counts = await Promise.all((await listDueConnections()).map(confirmConnection));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Lists the live connections that have a payment whose confirmation is due. */
export async function listDueConnections(): Promise<LiveConnection[]> {
  const connections = (await listLiveConnections()).filter(({ provider }) => provider.confirm);
  const due = new Set(await findDueConnections(connections.map(({ id }) => id)));
  return connections.filter(({ id }) => due.has(id));
}

/** `confirmDuePayments` for one connection. Rejects if payments cannot be claimed or stored. */
export async function confirmConnection(connection: LiveConnection): Promise<number> {
  const { id } = connection;
  const waiting: UnconfirmedPayment[] = [];
  const unstored = new Set<Promise<void>>();
  let claiming: Promise<void> | undefined;
  let count = 0;
  const claim = async () => {
    if (pausedUntil(id) || !(await leaseConnection(connection))) return;
    waiting.push(...(await claimUnconfirmed(id)));
  };
  const next = async () => {
    if (waiting.length === 0) {
      claiming ??= claim().finally(() => {
        claiming = undefined;
      });
      await claiming;
    }
    return waiting.shift();
  };
  const work = async () => {
    for (let payment = await next(); payment; payment = await next()) {
      const { verdict, reversal } = await queryBank(payment);
      if (verdict === "paused") {
        const until = new Date(pausedUntil(id) || Date.now());
        await releaseClaims([payment, ...waiting.splice(0)], until);
        continue;
      }
      count++;
      if (verdict === "unanswered") await postpone(payment);
      else if (verdict !== "confirmed") await rejectPayment(payment, verdict);
      else {
        const stored = finalize(payment, reversal).finally(() => unstored.delete(stored));
        unstored.add(stored);
        if (unstored.size > MAX_UNSTORED) await stored;
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  await Promise.all(unstored);
  return count;
}

async function queryBank(
  payment: UnconfirmedPayment,
): Promise<{ verdict: Verdict | "paused" } & Pick<Confirmation, "reversal">> {
  try {
    const credit = readCredit(payment.provider, payment.adapterVersion, payment.body);
    if (!credit) return { verdict: "unanswered" };
    const answer = await confirmPayment(payment.bankConnectionId, payment.paymentKey);
    return { verdict: compareRecord({ ...payment, credit }, answer), reversal: answer.reversal };
  } catch (thrown) {
    if (isFailure(thrown) && thrown.isRateLimited) return { verdict: "paused" };
    log.warn(
      { transaction: payment.transactionId, internal: describeError(thrown) },
      "querying the bank about a payment failed",
    );
    return { verdict: "unanswered" };
  }
}

/**
 * Makes a confirmed payment successful, after recording the refund or reversal that the bank's record states. Never rejects: after
 * a failure its confirmation is repeated when the lease ends.
 */
async function finalize(payment: UnconfirmedPayment, reversal: Confirmation["reversal"]): Promise<void> {
  try {
    if (reversal) await recordStatedReversal(payment, { ...payment, reversal });
    if (await inSharedTransaction(payment, (db) => finalizeTransaction(db, payment, "successful")))
      wakeSender();
  } catch (thrown) {
    log.warn(
      { transaction: payment.transactionId, internal: describeError(thrown) },
      "storing a confirmation failed",
    );
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
