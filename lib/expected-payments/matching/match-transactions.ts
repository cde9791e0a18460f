import type { Id } from "@/lib/core/ids";
import type { Kobo } from "@/lib/core/money";
import type { Scope } from "@/lib/core/scope";
import type { TransactionStatus } from "@/lib/core/transaction";
import { type Db, systemTx } from "@/lib/db/client";
import { incrementSessionVersion, onServerOf } from "@/lib/db/session-state";
import { recordUpdates } from "../event";
import type { Candidate } from "../match";
import { readTime, statusExpression } from "../status";
import { deriveMatches, type Matched } from "./derive";

/** Transactions per SQL transaction: more than a process records between two runs. They take 20 to 80 ms. */
export const CHUNK_SIZE = 2_000;

/** A session whose matching this SQL transaction has locked. */
export interface LockedMatching extends Scope {
  sessionId: Id<"session">;
  matchedThrough: bigint;
  reservesAmounts: boolean;
}

interface Transaction extends Candidate {
  status: TransactionStatus;
}

/** A successful payment of an expected payment. */
interface CountedTransaction {
  sequence: bigint;
  expectedPaymentId: Id<"expectedPayment">;
  amount: Kobo;
}

const isCounted = ({ transaction }: Matched<Transaction>): boolean => transaction.status === "successful";

/**
 * Matches a session's next transactions with its expected payments, and counts those that were pending and have become
 * successful. Returns the number of transactions that were read; fewer than `limit` means that none are left. Does nothing
 * while another process matches the same session, so that no payment counts twice.
 */
export function matchNextTransactions(sessionId: Id<"session">, limit = CHUNK_SIZE): Promise<number> {
  return systemTx(async (db) => {
    const locked = await lockMatching(db, sessionId);
    return locked ? matchChunk(db, locked, limit) : 0;
  });
}

/** Locks a session's matching; undefined if another process has locked it, or the session never had an expected payment. */
export async function lockMatching(
  { sql }: Db,
  sessionId: Id<"session">,
): Promise<LockedMatching | undefined> {
  // Before the tables have statistics, the planner would read all expected payments of the session for a few.
  await sql`
    select set_config(name, 'off', true)
    from unnest(array['enable_hashjoin', 'enable_mergejoin', 'enable_bitmapscan', 'enable_seqscan']) as name`;
  const [locked] = await sql<LockedMatching[]>`
    select session_id, organisation_id, mode, matched_through, reserves_amounts from expected_payment_progress
    where session_id = ${sessionId} for update skip locked`;
  return locked;
}

/**
 * `matchNextTransactions` under the lock. The session's state row, which recording needs, is locked by the last statement, just
 * before the commit.
 */
export async function matchChunk(db: Db, locked: LockedMatching, limit: number): Promise<number> {
  const counted = await finishPending(db, locked);
  const { sessionId, matchedThrough } = locked;
  const read = await db.sql<Transaction[]>`
    select sequence, amount, narration, created_at, status from transactions
    where session_id = ${sessionId} and sequence > ${matchedThrough} and sequence <= ${matchedThrough + BigInt(limit)}
    order by sequence`;
  const candidates = read.filter(({ status }) => status !== "failed");
  const matches = await deriveMatches(db, locked, candidates);
  for (const match of matches)
    if (isCounted(match))
      counted.push({
        sequence: match.transaction.sequence,
        expectedPaymentId: match.expectedPaymentId,
        amount: match.transaction.amount,
      });
  await addToExpected(db, locked, counted);
  await storeMatches(db, locked, matches);
  const last = read.at(-1);
  if (last)
    await db.sql`
      update expected_payment_progress set matched_through = ${last.sequence} where session_id = ${sessionId}`;
  if (matches.length + counted.length > 0) await incrementSessionVersion(db, locked, sessionId);
  return read.length;
}

/**
 * Deletes the matches of pending payments that have failed, and marks those that have become successful as counted.
 * Returns the latter.
 */
function finishPending({ sql }: Db, { sessionId }: LockedMatching): Promise<CountedTransaction[]> {
  return sql<CountedTransaction[]>`
    with final as materialized (
      select t.sequence, t.status, t.amount
      from expected_payment_matches m join transactions t on t.session_id = m.session_id and t.sequence = m.sequence
      where m.session_id = ${sessionId} and not m.is_counted and t.status <> 'pending'
    ), failed as (
      delete from expected_payment_matches m using final f
      where m.session_id = ${sessionId} and m.sequence = f.sequence and f.status = 'failed'
    )
    update expected_payment_matches m set is_counted = true from final f
    where m.session_id = ${sessionId} and m.sequence = f.sequence and f.status = 'successful'
    returning m.sequence, m.expected_payment_id, f.amount`;
}

/** Joins one value of each row, none with a space in it, for `string_to_array`: several times as fast as JSON. */
const joinValues = <Row>(rows: readonly Row[], toValue: (row: Row) => string | bigint | boolean) =>
  rows.map(toValue).join(" ");

/** RETURNING is for Citus, which writes an INSERT from a SELECT without it by COPY, and row-level security refuses that. */
async function storeMatches(db: Db, locked: LockedMatching, matches: Matched<Transaction>[]): Promise<void> {
  if (matches.length === 0) return;
  const { sessionId, organisationId, mode } = locked;
  await db.sql`
    insert into expected_payment_matches (session_id, sequence, organisation_id, mode, expected_payment_id, matched_by, is_counted)
    select ${sessionId}, sequence, ${organisationId}, ${mode}, id, matched_by, is_counted
    from unnest(string_to_array(${joinValues(matches, ({ transaction }) => transaction.sequence)}, ' ')::bigint[],
      string_to_array(${joinValues(matches, ({ expectedPaymentId }) => expectedPaymentId)}, ' '),
      string_to_array(${joinValues(matches, ({ matchedBy }) => matchedBy)}, ' '),
      string_to_array(${joinValues(matches, isCounted)}, ' ')::boolean[])
      as m(sequence, id, matched_by, is_counted)
    returning sequence`;
}

/** Adds payments to the sums of their expected payments, derives the status, and records the event of each. */
async function addToExpected(
  db: Db,
  locked: LockedMatching,
  counted: readonly CountedTransaction[],
): Promise<void> {
  if (counted.length === 0) return;
  const { sql } = db;
  const now = sql`${await readTime(db)}::timestamptz`;
  await sql`
    with added as (
      select id, sum(amount)::bigint as amount, count(*)::int as count, max(sequence) as last
      from unnest(string_to_array(${joinValues(counted, ({ sequence }) => sequence)}, ' ')::bigint[],
        string_to_array(${joinValues(counted, ({ expectedPaymentId }) => expectedPaymentId)}, ' '),
        string_to_array(${joinValues(counted, ({ amount }) => amount)}, ' ')::bigint[]) as m(sequence, id, amount)
      group by 1
    )
    update expected_payments e
    set amount_paid = e.amount_paid + a.amount, payment_count = e.payment_count + a.count,
      last_transaction_sequence = greatest(e.last_transaction_sequence, a.last),
      status = ${statusExpression(db, sql`e.amount_paid + a.amount`, now)}, updated_at = ${now}
    from added a
    where e.id = a.id ${onServerOf(db, "e.session_id", locked.sessionId)}`;
  const changed = new Set(counted.map(({ expectedPaymentId }) => expectedPaymentId));
  await recordUpdates(db, locked, [...changed]);
}
