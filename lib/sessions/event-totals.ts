import type { Id } from "@/lib/core/ids";
import type { Kobo } from "@/lib/core/money";
import type { Scope } from "@/lib/core/scope";
import type { Db } from "@/lib/db/client";
import type { EventSummary } from "./list-query";

/** What an event has come to. */
export interface EventTotals {
  /** Successful payments, the only ones that count. */
  taken: Kobo;
  count: bigint;
  settled: Kobo;
  /** Of `taken`, what was made before the month began. */
  earlier: Kobo;
  exceptions: bigint;
  hasOperators: boolean;
}

/** What is known of events besides what is kept of them. */
export interface Shown {
  standings: Map<Id<"session">, EventTotals>;
  silent: Map<Id<"session">, string[]>;
  sparks: Map<Id<"session">, number[]>;
  seesMoney: boolean;
}

/** Terminals that nobody is named for: their takings will be nobody's. */
export function needsOperators(
  { phase, terminalCount }: EventSummary,
  standing: EventTotals | undefined,
): boolean {
  return phase !== "closed" && terminalCount > 0 && !standing?.hasOperators;
}

/**
 * What each event has come to, in one statement and so at one moment: from the totals that recording keeps, by the key's
 * first column, whatever was taken. Only what was opened before the month and has taken something since reads minutes.
 */
export async function readEventTotals(
  { sql }: Db,
  { organisationId, mode }: Scope,
  events: EventSummary[],
  month: Date,
): Promise<Map<Id<"session">, EventTotals>> {
  const ids = events.map(({ sessionId }) => sessionId);
  const older = events.filter(({ createdAt }) => createdAt < month).map(({ sessionId }) => sessionId);
  const rows = await sql<(EventTotals & { sessionId: Id<"session"> })[]>`
    with taken as (
      select session_id, sum(amount)::bigint as amount, sum(count)::bigint as count from session_totals
      where session_id = any(${ids}::text[]) and status = 'successful' group by session_id
    ), settled as (
      select session_id, sum(amount)::bigint as amount from settlement_totals
      where session_id = any(${ids}::text[]) group by session_id
    ), earlier as (
      select session_id, sum(amount)::bigint as amount from catalogue_minutes
      where session_id = any(${older}::text[]) and minute < ${month} group by session_id
    ), open as (
      select session_id, count(*) as count from exceptions
      where organisation_id = ${organisationId} and mode = ${mode} and resolved_at is null group by session_id
    )
    select one.session_id as "sessionId", coalesce(taken.amount, 0) as taken, coalesce(taken.count, 0) as count,
      coalesce(settled.amount, 0) as settled, coalesce(earlier.amount, 0) as earlier,
      coalesce(open.count, 0) as exceptions,
      exists (select from operators o where o.session_id = one.session_id) as "hasOperators"
    from unnest(${ids}::text[]) as one(session_id)
      left join taken using (session_id) left join settled using (session_id) left join earlier using (session_id)
      left join open using (session_id)`;
  return new Map(rows.map(({ sessionId, ...standing }) => [sessionId, standing]));
}
