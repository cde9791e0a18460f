import { chartStretch, minutesQuery } from "@/lib/catalogue";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import type { Db } from "@/lib/db/client";

/** Points of a spark line: one every four pixels. */
const POINTS = 30;

/**
 * Takings over time of several events, as shares of the highest point: each from its start to its last payment, or from
 * its first payment where nothing was paid since it started. What was sold weeks before would flatten the night.
 */
export async function readSparks(
  db: Db,
  scope: Scope,
  sessionIds: Id<"session">[],
): Promise<Map<Id<"session">, number[]>> {
  if (sessionIds.length === 0) return new Map();
  const rows = await db.sql<{ sessionId: Id<"session">; points: number[]; shares: number[] }[]>`
    with minutes as materialized (
      select session_id, extract(epoch from minute)::float8 as at, sum(amount) as amount
      from (${minutesQuery(db, scope, sessionIds, chartStretch(new Date()))}) one group by 1, 2
    ), spans as (
      select session_id, max(at) as last, coalesce(min(at) filter (
        where at >= extract(epoch from date_trunc('minute', s.starts_at))), min(at)) as first
      from minutes join sessions s using (session_id) group by 1
    ), points as (
      select session_id, floor((at - first) / (last - first + 60) * ${POINTS}::int)::int as point, sum(amount) as amount
      from minutes join spans using (session_id) where at >= first group by 1, 2
    )
    select session_id as "sessionId", array_agg(point) as points,
      array_agg(round(100 * amount / highest)::int) as shares
    from (select *, max(amount) over (partition by session_id) as highest from points) one group by 1`;
  return new Map(rows.map(({ sessionId, ...spark }) => [sessionId, lineOf(spark)]));
}

function lineOf({ points, shares }: { points: number[]; shares: number[] }): number[] {
  const line = new Array<number>(POINTS).fill(0);
  points.forEach((point, index) => {
    line[point] = shares[index] ?? 0;
  });
  return line;
}
