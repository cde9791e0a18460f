import type { Id } from "@/lib/core/ids";
import type { Kobo } from "@/lib/core/money";
import type { Scope } from "@/lib/core/scope";
import type { Db } from "@/lib/db/client";
import type { EventSummary } from "./list-query";

/** The totals of an event. */
export interface EventTotals {
  /** Amount of successful payments. */
  taken: Kobo;
  count: bigint;
  settled: Kobo;
  /** The part of `taken` from before the current month. */
  earlier: Kobo;
  exceptions: bigint;
  hasOperators: boolean;
}

/** Computed data of events that is not in `EventSummary`. */
export interface EventListData {
  totals: Map<Id<"session">, EventTotals>;
  inactive: Map<Id<"session">, string[]>;
  sparklines: Map<Id<"session">, number[]>;
  seesMoney: boolean;
}

/** Whether an open event has terminals but no operators, so that their payments will be unassigned. */
export function needsOperators(
  { phase, terminalCount }: EventSummary,
  totals: EventTotals | undefined,
): boolean {
  return phase !== "closed" && terminalCount > 0 && !totals?.hasOperators;
}

/**
 * Reads each event's totals in one statement, and so of one moment, from the maintained totals by the first column of
 * their key; the cost does not depend on the number of transactions. Minute totals are read only for events created
 * before the month.
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
      select session_id, sum(amount)::bigint as amount from minute_totals
      where session_id = any(${older}::text[]) and minute < ${month} group by session_id
    ), open as (
      select session_id, count(*) as count from exceptions
      where organisation_id = ${organisationId} and mode = ${mode} and resolved_at is null group by session_id
    )
    select one.session_id, coalesce(taken.amount, 0) as taken, coalesce(taken.count, 0) as count,
      coalesce(settled.amount, 0) as settled, coalesce(earlier.amount, 0) as earlier,
      coalesce(open.count, 0) as exceptions,
      exists (select from operators o where o.session_id = one.session_id) as has_operators
    from unnest(${ids}::text[]) as one(session_id)
      left join taken using (session_id) left join settled using (session_id) left join earlier using (session_id)
      left join open using (session_id)`;
  return new Map(rows.map(({ sessionId, ...totals }) => [sessionId, totals]));
}
