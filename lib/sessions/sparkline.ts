import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import type { Db } from "@/lib/db/client";
import { chartRange, minutesQuery } from "@/lib/payment-search";

/** Points of a spark line at most: one every four pixels. */
const POINTS = 30;

/**
 * Takings over time of several events, as shares of the highest point: each from its start to its last payment, or from
 * its first payment where nothing was paid since it started. What was sold weeks before would flatten the night. A point
 * is what was taken a minute, over as many whole minutes as every other point; only the first may be of fewer. An event
 * of few minutes has as many points, for a point of no minute would be a gap in the line.
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
      -- Counted from the last payment back, so that what has just been taken is a whole point.
      select session_id, length, floor((last - at) / 60 / step) as back, sum(amount) as amount,
        min(step) as step, min(minutes - (length - 1) * step) as rest
      from minutes join lines using (session_id) where at >= first group by 1, 2, 3
    ), rates as (
      select session_id, length, back, (amount / case when back = length - 1 then rest else step end)::float8 as rate
      from points
    )
    select session_id as "sessionId", min(length)::int as length, array_agg((length - 1 - back)::int) as points,
      array_agg(round(100 * rate / highest)::int) as shares
    from (select *, max(rate) over (partition by session_id) as highest from rates) one group by 1`;
  return new Map(rows.map((spark) => [spark.sessionId, lineOf(spark)]));
}

interface Sparkline {
  sessionId: Id<"session">;
  length: number;
  /** Which points are not 0, and what they are. */
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
