import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import type { Db } from "@/lib/db/client";
import { chartRange, minutesQuery } from "@/lib/minute-totals";

/** Maximum number of points of a sparkline: one for every four pixels. */
const POINTS = 30;

/**
 * Reads takings over time of several events, as shares of the highest point: from the event's start to its last
 * payment, or from its first payment if none was made since the start. Earlier sales are excluded because they would
 * flatten the curve. A point is the amount per minute over the same number of whole minutes; only the first point may
 * cover fewer. An event shorter than the maximum number of points has one point for each minute, because a point
 * without a minute would be a gap in the line.
 */
export async function readSparklines(
  db: Db,
  scope: Scope,
  sessionIds: Id<"session">[],
): Promise<Map<Id<"session">, number[]>> {
  if (sessionIds.length === 0) return new Map();
  const rows = await db.sql<Sparkline[]>`
    with minutes as materialized (
      select session_id, extract(epoch from minute)::float8 as at, sum(amount) as amount
      from (${minutesQuery(db, scope, sessionIds, chartRange(new Date()))}) one group by 1, 2
    ), spans as (
      select session_id, max(at) as last, coalesce(min(at) filter (
        where at >= extract(epoch from date_trunc('minute', s.starts_at))), min(at)) as first
      from minutes join sessions s using (session_id) group by 1
    ), lines as (
      select session_id, first, last, minutes, step, ceil(minutes / step) as length
      from (select *, ceil(minutes / ${POINTS}::float8) as step
        from (select *, (last - first) / 60 + 1 as minutes from spans) long) stepped
    ), points as (
      -- Counted backwards from the last payment, so that the latest point is complete.
      select session_id, length, floor((last - at) / 60 / step) as back, sum(amount) as amount,
        min(step) as step, min(minutes - (length - 1) * step) as rest
      from minutes join lines using (session_id) where at >= first group by 1, 2, 3
    ), rates as (
      select session_id, length, back, (amount / case when back = length - 1 then rest else step end)::float8 as rate
      from points
    )
    select session_id, min(length)::int as length, array_agg((length - 1 - back)::int) as points,
      array_agg(round(100 * rate / highest)::int) as shares
    from (select *, max(rate) over (partition by session_id) as highest from rates) one group by 1`;
  return new Map(rows.map((spark) => [spark.sessionId, lineOf(spark)]));
}

interface Sparkline {
  sessionId: Id<"session">;
  length: number;
  /** Indexes of the points that are not 0; `shares` has their values. */
  points: number[];
  shares: number[];
}

function lineOf({ length, points, shares }: Sparkline): number[] {
  const line = new Array<number>(length).fill(0);
  points.forEach((point, index) => {
    line[point] = shares[index] ?? 0;
  });
  return line;
}
