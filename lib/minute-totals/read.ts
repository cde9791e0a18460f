import type { Id } from "@/lib/core/ids";
import type { Kobo } from "@/lib/core/money";
import type { Scope } from "@/lib/core/scope";
import { DAY_MS, MINUTE_MS } from "@/lib/core/time/durations";
import { type Db, readAsOrganisation } from "@/lib/db/client";
import { onServerOf, requireSession } from "@/lib/db/session-state";

/** A range of the time of payment: from `from` (inclusive) to `to` (exclusive). */
export interface TimeRange {
  from: Date;
  to: Date;
}

/** The start of all charts. */
const CHART_START = new Date("2000-01-01T00:00:00Z");

/**
 * The maximum time range of charts: from 2000 until one day ahead, because banks' clocks differ. A payment with a stored
 * time outside it is in every total but in no chart, so that one wrong time cannot stretch a chart over centuries.
 */
export const chartRange = (now: Date): TimeRange => ({
  from: CHART_START,
  to: new Date(Math.ceil((now.getTime() + DAY_MS) / MINUTE_MS) * MINUTE_MS),
});

/** Count and amount of successful payments in one time slot. */
export interface Slot {
  /** The start of the slot. */
  at: Date;
  count: bigint;
  amount: Kobo;
}

interface SlotQuery extends TimeRange {
  /** The length of a slot; slots start at `from`. */
  stepMinutes?: number;
}

/**
 * A subquery of successful payments by session, minute, channel and terminal (`""` for none), with the columns
 * `session_id, minute, channel, terminal_id, count, amount`; there can be several rows per minute. Exact at the
 * statement's snapshot: indexed minute totals, plus unindexed transactions, plus pending ones that have succeeded since
 * they were indexed. `from` and `to` must be whole minutes.
 */
export function minutesQuery(
  db: Db,
  { organisationId, mode }: Scope,
  sessionIds: Id<"session">[],
  { from, to }: TimeRange,
) {
  const { sql } = db;
  const [only] = sessionIds;
  const isOne = only !== undefined && sessionIds.length === 1;
  const own = (column: string) =>
    isOne ? sql`${sql(column)} = ${only}` : sql`${sql(column)} = any(${sessionIds}::text[])`;
  // Not `coalesce`: on a table with row-level security PostgreSQL would not look it up in an index.
  const indexed = sql`case when k.indexed_through is null then 0 else k.indexed_through end`;
  const late = sql`t.session_id, date_trunc('minute', t.paid_at) as minute, t.channel,
    coalesce(t.terminal_id, '') as terminal_id, 1::bigint as count, t.amount`;
  const counts = sql`t.status = 'successful' and t.paid_at >= ${from} and t.paid_at < ${to}`;
  return sql`
    select m.session_id, m.minute, m.channel, m.terminal_id, m.count, m.amount from minute_totals m
    where ${own("m.session_id")} and m.organisation_id = ${organisationId} and m.mode = ${mode}
      and m.minute >= ${from} and m.minute < ${to}
    union all
    select ${late} from session_states c left join search_index_progress k using (session_id)
    cross join lateral (
      select * from transactions where session_id = c.session_id and sequence > ${indexed}
        ${isOne ? onServerOf(db, "session_id", only) : sql``} offset 0) t
    where ${own("c.session_id")} and c.organisation_id = ${organisationId} and c.mode = ${mode}
      and ${counts}
    union all
    select ${late} from unindexed_pending p join transactions t using (session_id, sequence)
    where ${own("p.session_id")} and p.organisation_id = ${organisationId} and p.mode = ${mode}
      and t.updated_in_version is not null and ${counts}`;
}

/** The start of the slot that contains a minute. */
const slotOf = ({ sql }: Db, { from, stepMinutes = 1 }: SlotQuery) =>
  sql`date_bin(make_interval(mins => ${stepMinutes}), minute, ${from}::timestamptz)`;

/**
 * Reads a session's successful payments per slot, by channel or by terminal (`key`; `""` for payments without a
 * terminal). Empty slots are omitted. Exact at the time of the read. Throws `Failure("not_found")`.
 */
export function readMinutes(
  scope: Scope,
  sessionId: Id<"session">,
  query: SlotQuery & { by: "channel" | "terminal" },
): Promise<(Slot & { key: string })[]> {
  return readAsOrganisation(scope, async (db) => {
    await requireSession(db, scope, sessionId);
    return readMinutesIn(db, scope, sessionId, query);
  });
}

/** `readMinutes` within the caller's snapshot; the caller must have checked that it owns the session. */
export function readMinutesIn(
  db: Db,
  scope: Scope,
  sessionId: Id<"session">,
  query: SlotQuery & { by: "channel" | "terminal" },
): Promise<(Slot & { key: string })[]> {
  const { sql } = db;
  const key = query.by === "channel" ? sql`channel` : sql`terminal_id`;
  return sql<(Slot & { key: string })[]>`
    select ${slotOf(db, query)} as at, ${key} as key, sum(count)::bigint as count, sum(amount)::bigint as amount
    from (${minutesQuery(db, scope, [sessionId], query)}) one group by 1, 2 order by 1, 2`;
}

/** Reads the successful payments per slot of several sessions. Sessions of other organisations have no slots. */
export function readSessionsMinutes(
  scope: Scope,
  sessionIds: Id<"session">[],
  query: SlotQuery,
): Promise<(Slot & { sessionId: Id<"session"> })[]> {
  return readAsOrganisation(
    scope,
    async (db) => db.sql<(Slot & { sessionId: Id<"session"> })[]>`
      select session_id, ${slotOf(db, query)} as at, sum(count)::bigint as count,
        sum(amount)::bigint as amount
      from (${minutesQuery(db, scope, sessionIds, query)}) one group by 1, 2 order by 1, 2`,
  );
}
