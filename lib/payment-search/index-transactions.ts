import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { type Db, systemTx } from "@/lib/db/client";
import { addToMinuteTotals } from "@/lib/minute-totals";
import { searchText } from "./normalise-text";

/** Rows indexed per SQL transaction: about twenty milliseconds, so that other requests do not wait long. */
export const CHUNK_SIZE = 500;

interface LockedProgress extends Scope {
  sessionId: Id<"session">;
  upTo: bigint;
}

/** The transactions that were indexed in one SQL transaction: their number, and the last sequence indexed before them. */
interface IndexedChunk {
  count: number;
  start: number;
}

/** The same as `indexNextTransactions`, with the range; `undefined` while another process indexes the session. */
export function indexNextChunk(
  sessionId: Id<"session">,
  limit = CHUNK_SIZE,
): Promise<IndexedChunk | undefined> {
  return systemTx(async (db) => {
    const progress = await lockProgress(db, sessionId);
    if (!progress) return undefined;
    await finishPending(db, progress);
    return { count: await indexChunk(db, progress, limit), start: Number(progress.upTo) };
  });
}

/**
 * Indexes a session's next transactions, and the indexed pending ones that have become final since. Returns the number
 * of new ones; fewer than `limit` means that none are left. Does nothing while another process indexes the same session,
 * so that nothing is counted twice.
 */
export async function indexNextTransactions(sessionId: Id<"session">, limit = CHUNK_SIZE): Promise<number> {
  return (await indexNextChunk(sessionId, limit))?.count ?? 0;
}

/** Locks the session's index progress; `undefined` if another process holds the lock. Recording never touches this row. */
async function lockProgress({ sql }: Db, sessionId: Id<"session">): Promise<LockedProgress | undefined> {
  const find = () => sql<LockedProgress[]>`
    select session_id, organisation_id, mode, indexed_through as up_to from search_index_progress
    where session_id = ${sessionId} for update skip locked`;
  const [progress] = await find();
  if (progress) return progress;
  const inserted = await sql`
    insert into search_index_progress (session_id, organisation_id, mode)
    select session_id, organisation_id, mode from session_states where session_id = ${sessionId}
    on conflict do nothing`;
  return inserted.count === 0 ? undefined : (await find())[0];
}

/** Removes pending payments that have become final, and adds the successful ones to the totals of their minute. */
async function finishPending(db: Db, progress: LockedProgress): Promise<void> {
  await db.sql`
    with final as (
      delete from unindexed_pending p using transactions t
      where p.session_id = ${progress.sessionId} and t.session_id = p.session_id and t.sequence = p.sequence
        and t.status <> 'pending'
      returning t.status, t.paid_at, t.channel, coalesce(t.terminal_id, '') as terminal_id, t.amount
    )
    ${addToMinuteTotals(db, progress, db.sql`(select *, date_trunc('minute', paid_at) as minute from final) final`)}`;
}

/**
 * Indexes the next transactions. Sequences are gapless and become visible in order, so none is skipped. The inserts return rows,
 * because Citus writes others by COPY, which row-level security refuses.
 */
async function indexChunk(db: Db, progress: LockedProgress, limit: number): Promise<number> {
  const { sessionId, organisationId, mode, upTo } = progress;
  const [entered] = await db.sql<{ count: number }[]>`
    with chunk as materialized (
      select t.sequence, t.status, date_trunc('minute', t.paid_at) as minute, t.channel,
        coalesce(t.terminal_id, '') as terminal_id, t.amount, ${searchText(db)} as text
      from transactions t
      where t.session_id = ${sessionId} and t.sequence > ${upTo} and t.sequence <= ${upTo + BigInt(limit)}
    ), entries as (
      insert into transaction_search (session_id, sequence, organisation_id, mode, text)
      select ${sessionId}, sequence, ${organisationId}, ${mode}, text from chunk returning sequence
    ), minutes as (
      ${addToMinuteTotals(db, progress, db.sql`chunk`)}
    ), pending as (
      insert into unindexed_pending (session_id, sequence, organisation_id, mode)
      select ${sessionId}, sequence, ${organisationId}, ${mode} from chunk where status = 'pending' returning sequence
    ), moved as (
      update search_index_progress set indexed_through = (select max(sequence) from chunk)
      where session_id = ${sessionId} and exists (select from chunk)
    )
    select count(*)::int as count from chunk`;
  return entered?.count ?? 0;
}
