import { notFound } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import type { Channel } from "@/lib/core/transaction";
import type { Db } from "@/lib/db/client";
import { paymentTime } from "@/lib/db/payment-time";
import { ownSessionCondition } from "@/lib/db/session-state";
import { chartRange, minutesQuery } from "@/lib/minute-totals";
import { RECENT_MS, RECENT_STEP_MS } from "./recent";

/** The earliest possible start of the "last five minutes", as an age. */
const LOOK_BACK_MS = RECENT_MS + RECENT_STEP_MS;

/** A session's time-based aggregates up to a version. */
export interface InitialState {
  version: bigint;
  lastNumber: bigint;
  /** Successful payments by minute and channel: minutes since 1970, how many. */
  minutes: [minute: number, channel: Channel, count: number][];
  /** Successful payments by the second in which they were recorded, of the last five minutes: seconds since 1970, kobo. */
  seconds: [second: number, amount: string][];
  /** The sequences of pending payments. */
  pending: number[];
  lastPaidAt: Date | null;
}

/**
 * Reads the initial state of a feed in one snapshot: from the minute totals, and from the transactions that are not yet
 * indexed. Sequences increase with `created_at`, so a binary search finds the first payment of the last five minutes in
 * about twenty index lookups. Throws `Failure("not_found")`.
 */
export async function readInitialState(
  db: Db,
  scope: Scope,
  sessionId: Id<"session">,
): Promise<InitialState> {
  const { sql } = db;
  const [initial] = await sql<InitialState[]>`
    with recursive state as (
      select session_id, version, last_sequence, coalesce((
        select indexed_through from search_index_progress k where k.session_id = ${sessionId}), 0) as indexed_through
      from session_states where ${ownSessionCondition(db, scope, sessionId)}
    ), minutes as (
      select minute, channel, sum(count)::int as count
      from (${minutesQuery(db, scope, [sessionId], chartRange(new Date()))}) m group by 1, 2
    ), pending as (
      select t.sequence from transactions t
      where t.session_id = ${sessionId} and t.sequence > (select indexed_through from state) and t.status = 'pending'
      union all
      select t.sequence from unindexed_pending p join transactions t using (session_id, sequence)
      where p.session_id = ${sessionId} and t.status = 'pending'
    ), halving(low, high) as (
      select 0::bigint, last_sequence from state
      union all
      select case when is_old then middle else low end, case when is_old then high else middle - 1 end
      from (select low, high, (low + high + 1) / 2 as middle from halving where low < high) h
      cross join lateral (
        select t.created_at < now() - ${LOOK_BACK_MS} * interval '1 millisecond' as is_old from transactions t
        where t.session_id = ${sessionId} and t.sequence = h.middle limit 1
      ) look
    ), recent as materialized (
      select floor(extract(epoch from t.created_at))::bigint as second, t.status, t.amount, ${paymentTime(db)} as paid_at
      from transactions t where t.session_id = ${sessionId} and t.sequence > (select max(low) from halving)
    )
    select version, last_sequence as last_number,
      (select coalesce(json_agg(json_build_array((extract(epoch from minute) / 60)::bigint, channel, count)), '[]')
        from minutes) as minutes,
      (select coalesce(json_agg(json_build_array(second, amount::text)), '[]') from (
        select second, sum(amount) as amount from recent
        where status = 'successful' group by 1) s) as seconds,
      (select coalesce(json_agg(sequence), '[]') from pending) as pending,
      coalesce((select max(paid_at) from recent where status <> 'failed'), (
        select ${paymentTime(db)} from transactions t where t.session_id = ${sessionId} and t.status <> 'failed'
        order by t.sequence desc limit 1)) as last_paid_at
    from state`;
  if (!initial) throw notFound("event");
  return initial;
}
