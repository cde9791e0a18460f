import { type Confirmation, confirmingProviders, confirmPayment } from "@/lib/bank";
import type { Kobo } from "@/lib/core/money";
import { type Db, systemDb, systemTx } from "@/lib/db/client";
import { type KeptNotice, keepException } from "@/lib/exceptions";
import { log } from "@/lib/log";
import { once } from "@/lib/process";
import { nudge } from "@/lib/webhooks";
import { finish, type Known } from "./later";

interface Doubt extends Known {
  provider: KeptNotice["provider"];
  paymentKey: string;
  amount: Kobo;
  attemptCount: number;
}

/** Payments asked about in one go, one after the other: re-queries are rare and the bank's API is not ours to crowd. */
const BATCH = 20;
/** While one is being asked about, nobody else asks: longer than any call to the bank may take. */
const LEASE_SECONDS = 60;
/** Waits double from 5 seconds to an hour; after 36 tries, a day and more, a person takes over. */
const MAX_ATTEMPTS = 36;
const waitSeconds = (attempt: number) => Math.min(5 * 2 ** attempt, 3600);

/** Takes payments whose amount the bank has yet to confirm, those due first. */
function claimDoubts(): Promise<Doubt[]> {
  const { sql } = systemDb();
  return sql<Doubt[]>`
    update confirmations c
    set due_at = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}), attempt_count = c.attempt_count + 1
    from transactions t
    where t.id = c.transaction_id and t.session_id = c.session_id
      and (c.session_id, c.transaction_id) in (
        select session_id, transaction_id from confirmations
        where due_at <= clock_timestamp() and not abandoned
        order by due_at for update skip locked limit ${BATCH})
    returning c.session_id as "sessionId", c.organisation_id as "organisationId", c.transaction_id as "transactionId",
      c.provider, c.payment_key as "paymentKey", t.amount, c.attempt_count as "attemptCount"`;
}

/**
 * Asks the bank about every payment that is due to be confirmed, and moves those it confirms to their final status:
 * a transaction is `successful` only when bank and notice agree on the amount. What they do not agree on, or what the
 * bank never confirms, is an exception and stays pending. Answers how many were asked about.
 */
export async function confirmDue(): Promise<number> {
  const doubts = await claimDoubts();
  for (const doubt of doubts) {
    const answer = await ask(doubt);
    if (answer.amount !== undefined && answer.amount !== doubt.amount) {
      await giveUp(
        doubt,
        "The bank's own record has another amount than its notice. Nothing is counted; ask the bank.",
      );
    } else if (answer.status === "successful" || answer.status === "failed") {
      const { status } = answer;
      if (await systemTx((db) => finish(db, doubt, status))) nudge();
    } else if (doubt.attemptCount >= MAX_ATTEMPTS) {
      await giveUp(
        doubt,
        "The bank has not confirmed this payment in over a day. Nothing is counted; ask the bank.",
      );
    } else {
      await postpone(doubt);
    }
  }
  return doubts.length;
}

async function ask(doubt: Doubt): Promise<Confirmation> {
  try {
    return await confirmPayment(doubt.provider, doubt.paymentKey);
  } catch (thrown) {
    log.warn({ transaction: doubt.transactionId, internal: String(thrown) }, "the bank could not be asked");
    return { status: "unknown" };
  }
}

async function postpone({ sessionId, transactionId, attemptCount }: Doubt): Promise<void> {
  await systemDb().sql`
    update confirmations set due_at = clock_timestamp() + make_interval(secs => ${waitSeconds(attemptCount)})
    where session_id = ${sessionId} and transaction_id = ${transactionId}`;
}

function giveUp(doubt: Doubt, detail: string): Promise<void> {
  return systemTx(async (db: Db) => {
    await db.sql`update confirmations set abandoned = true where transaction_id = ${doubt.transactionId} and session_id = ${doubt.sessionId}`;
    const [notice] = await db.sql<KeptNotice[]>`
      select n.id as "noticeId", n.mode, n.provider, n.event, n.body, n.signature, n.received_at as "receivedAt"
      from notices n join transactions t on t.notice_id = n.id
      where t.id = ${doubt.transactionId} and t.session_id = ${doubt.sessionId}`;
    if (!notice) return;
    const { sessionId, organisationId, paymentKey } = doubt;
    await keepException(db, notice, {
      reason: "not_confirmed",
      detail,
      subject: paymentKey,
      sessionId,
      organisationId,
    });
  });
}

/** How often due confirmations are looked for; a look that finds none is one index probe. */
const POLL_MS = 1_000;
const loop = once("confirming", () => ({ timer: undefined as NodeJS.Timeout | undefined, busy: false }));

/** Starts asking, once a process, where a configured bank needs asking at all. */
export function startConfirming(): void {
  if (loop.timer || confirmingProviders().length === 0) return;
  loop.timer = setInterval(async () => {
    if (loop.busy) return;
    loop.busy = true;
    try {
      await confirmDue();
    } catch (thrown) {
      log.warn({ internal: String(thrown) }, "confirming must wait");
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
