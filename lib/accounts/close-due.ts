import { closeAccountAtBank } from "@/lib/bank";
import { describeError } from "@/lib/core/errors/describe-error";
import { isFailure, retryAfterSeconds } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import { systemDb } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { accountClosures } from "@/lib/db/schema";
import { log } from "@/lib/log";
import { isSendingAllowed } from "@/lib/webhooks";

type Closure = RowOf<
  typeof accountClosures,
  "sessionId" | "bankConnectionId" | "accountNumber" | "attemptCount"
>;

/** Accounts of a connection that one run closes, one after the other. */
const BATCH = 20;
/** Lease on a claimed account: longer than the calls with their timeouts. */
const LEASE_SECONDS = 120;
/** How often an account is looked at again while something is in flight. */
const RECHECK_SECONDS = 600;
/** Exponential backoff from a minute to six hours while the bank fails. */
const backoffSeconds = (attempt: number) => Math.min(60 * 2 ** Math.min(attempt, 20), 6 * 3600);

/**
 * Closes, at their banks, the accounts whose grace period is over and for which nothing is in flight. An account for which a
 * payment is pending, a confirmation waits, an exception is open, or that another event uses, is checked again later. A
 * refusal for good ends the attempts. The state and its reason are stored. Closes none while a restored copy must not send.
 * Returns how many accounts were closed.
 */
export async function closeDueAccounts(): Promise<number> {
  const counts = await Promise.all((await listDueConnections()).map(closeConnectionAccounts));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Lists the bank connections that have an account whose closing is due. */
export async function listDueConnections(): Promise<{ id: Id<"bankConnection"> }[]> {
  const rows = await systemDb().sql<Pick<Closure, "bankConnectionId">[]>`
    select distinct bank_connection_id from account_closures where state = 'waiting' and due_at <= clock_timestamp()`;
  return rows.map(({ bankConnectionId: id }) => ({ id }));
}

/** `closeDueAccounts` for one connection. */
export async function closeConnectionAccounts({ id }: { id: Id<"bankConnection"> }): Promise<number> {
  const { sql } = systemDb();
  const due = await sql<Closure[]>`
    update account_closures set due_at = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
    where session_id in (select session_id from account_closures
      where state = 'waiting' and due_at <= clock_timestamp() and bank_connection_id = ${id} and ${isSendingAllowed(sql)}
      order by due_at for update skip locked limit ${BATCH})
    returning session_id, bank_connection_id, account_number, attempt_count`;
  let closed = 0;
  for (const closure of due) {
    const blocker = await findBlocker(closure);
    if (blocker) await postpone(closure.sessionId, blocker, RECHECK_SECONDS);
    else if (await close(closure)) closed++;
  }
  return closed;
}

/** Says what is in flight for the account; `undefined` if nothing is. */
async function findBlocker({
  sessionId,
  bankConnectionId,
  accountNumber,
}: Closure): Promise<string | undefined> {
  const [found] = await systemDb().sql<{ pending: boolean; open: boolean; isUsed: boolean }[]>`
    select
      exists (select from session_totals where session_id = ${sessionId} and status = 'pending' and count > 0)
        or exists (select from payment_confirmations where session_id = ${sessionId}) as pending,
      exists (select from exceptions where resolved_at is null and (session_id = ${sessionId}
        or (bank_connection_id = ${bankConnectionId} and credit->>'account' = ${accountNumber}))) as open,
      exists (select from sessions s join session_states c using (session_id)
        where s.account_connection_id = ${bankConnectionId} and s.account_number = ${accountNumber}
          and s.session_id <> ${sessionId} and (c.status = 'active' or s.account_attached_at is not null)) as is_used`;
  if (found?.pending) return "A payment is still pending.";
  if (found?.open) return "An exception of this account is open.";
  return found?.isUsed ? "Another event uses the account." : undefined;
}

async function close({
  sessionId,
  bankConnectionId,
  accountNumber,
  attemptCount,
}: Closure): Promise<boolean> {
  try {
    const outcome = await closeAccountAtBank(bankConnectionId, { reference: sessionId, accountNumber });
    const reason = outcome === "absent" ? "The bank has no open account of this event." : null;
    await finish(sessionId, "closed", reason);
    return true;
  } catch (thrown) {
    log.warn(
      { session: sessionId, internal: describeError(thrown) },
      "closing an account at the bank failed",
    );
    if (isFailure(thrown) && thrown.code === "bank_refused")
      await finish(sessionId, "refused", thrown.detail ?? "The bank refused.");
    else {
      const seconds = Math.max(backoffSeconds(attemptCount), retryAfterSeconds(thrown));
      await postpone(sessionId, "The bank could not be reached.", seconds, 1);
    }
    return false;
  }
}

async function finish(sessionId: Id<"session">, state: "closed" | "refused", reason: string | null) {
  await systemDb().sql`
    update account_closures set state = ${state}, reason = ${reason}, finished_at = clock_timestamp(),
      attempt_count = attempt_count + 1
    where session_id = ${sessionId} and state = 'waiting'`;
}

async function postpone(sessionId: Id<"session">, reason: string, seconds: number, attempts = 0) {
  await systemDb().sql`
    update account_closures set reason = ${reason}, attempt_count = attempt_count + ${attempts},
      due_at = clock_timestamp() + make_interval(secs => ${seconds})
    where session_id = ${sessionId} and state = 'waiting'`;
}
