import type { Id } from "@/lib/core/ids";
import type { Kobo } from "@/lib/core/money";
import type { Scope } from "@/lib/core/scope";
import { asOrganisation, type Db } from "@/lib/db/client";
import { requireSession } from "@/lib/db/guard";

/** A stretch of time, by when payments were made: from `from` until before `to`. */
export interface TimeRange {
  from: Date;
  to: Date;
}

/** No payment was made before this. */
const EARLIEST = new Date("2000-01-01T00:00:00Z");
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * All the time that charts show at a moment: from 2000 until a day ahead, for banks' clocks differ. A payment whose
 * stored time lies outside is in every total and in no chart, so that one wrong time makes no chart of centuries.
 */
export const chartRange = (now: Date): TimeRange => ({
  from: EARLIEST,
  to: new Date(Math.ceil((now.getTime() + DAY_MS) / MINUTE_MS) * MINUTE_MS),
});

/** What was taken in one slot of time. */
export interface Slot {
  /** When the slot begins. */
  at: Date;
  count: bigint;
  amount: Kobo;
}

interface Wanted extends TimeRange {
  /** The length of a slot; slots are counted from `from` on. */
  stepMinutes?: number;
}

/**
 * Successful payments of sessions by minute, channel and terminal (`""` for none), for any statement: columns
 * `session_id, minute, channel, terminal_id, count, amount`, several rows a minute. Exact at the statement's own
 * snapshot: what is catalogued, what was recorded since, and what was pending then and has succeeded.
 * `from` and `to` must be whole minutes.
 */
export function minutesQuery(
  { sql }: Db,
  { organisationId, mode }: Scope,
  sessionIds: Id<"session">[],
  { from, to }: TimeRange,
) {
  const late = sql`t.session_id, date_trunc('minute', t.paid_at) as minute, t.channel,
    coalesce(t.terminal_id, '') as terminal_id, 1::bigint as count, t.amount`;
  const counts = sql`t.status = 'successful' and t.paid_at >= ${from} and t.paid_at < ${to}`;
  return sql`
    select m.session_id, m.minute, m.channel, m.terminal_id, m.count, m.amount from catalogue_minutes m
    where m.session_id = any(${sessionIds}::text[]) and m.organisation_id = ${organisationId} and m.mode = ${mode}
      and m.minute >= ${from} and m.minute < ${to}
    union all
    select ${late} from session_counters c left join catalogues k using (session_id)
    cross join lateral (
      select * from transactions where session_id = c.session_id and number > coalesce(k.up_to, 0)) t
    where c.session_id = any(${sessionIds}::text[]) and c.organisation_id = ${organisationId} and c.mode = ${mode}
      and ${counts}
    union all
    select ${late} from catalogue_pending p join transactions t using (session_id, number)
    where p.session_id = any(${sessionIds}::text[]) and p.organisation_id = ${organisationId} and p.mode = ${mode}
      and t.changed_version is not null and ${counts}`;
}

/** The slot that a minute falls into, counted from the stretch's beginning. */
const slotOf = ({ sql }: Db, { from, stepMinutes = 1 }: Wanted) =>
  sql`date_bin(make_interval(mins => ${stepMinutes}), minute, ${from}::timestamptz)`;

/**
 * What a session took slot by slot, successful payments alone, by channel or by terminal (`key`; `""` for what no
 * terminal took). Slots in which nothing was taken are left out. Exact at the time of reading. Throws
 * `Failure("not_found")`.
 */
export function readMinutes(
  scope: Scope,
  sessionId: Id<"session">,
  wanted: Wanted & { by: "channel" | "terminal" },
): Promise<(Slot & { key: string })[]> {
  return asOrganisation(scope.organisationId, async (db) => {
    await requireSession(db, scope, sessionId);
    return minutesIn(db, scope, sessionId, wanted);
  });
}

/** The same for a caller that knows the session to be its own and reads more beside it. */
export function minutesIn(
  db: Db,
  scope: Scope,
  sessionId: Id<"session">,
  wanted: Wanted & { by: "channel" | "terminal" },
): Promise<(Slot & { key: string })[]> {
  const { sql } = db;
  const key = wanted.by === "channel" ? sql`channel` : sql`terminal_id`;
  return sql<(Slot & { key: string })[]>`
    select ${slotOf(db, wanted)} as at, ${key} as key, sum(count)::bigint as count, sum(amount)::bigint as amount
    from (${minutesQuery(db, scope, [sessionId], wanted)}) one group by 1, 2 order by 1, 2`;
}

/** What several sessions took slot by slot, for lists of them. Sessions of somebody else's have no slots. */
export function readSessionsMinutes(
  scope: Scope,
  sessionIds: Id<"session">[],
  wanted: Wanted,
): Promise<(Slot & { sessionId: Id<"session"> })[]> {
  return asOrganisation(
    scope.organisationId,
    async (db) => db.sql<(Slot & { sessionId: Id<"session"> })[]>`
      select session_id as "sessionId", ${slotOf(db, wanted)} as at, sum(count)::bigint as count,
        sum(amount)::bigint as amount
      from (${minutesQuery(db, scope, sessionIds, wanted)}) one group by 1, 2 order by 1, 2`,
  );
}
