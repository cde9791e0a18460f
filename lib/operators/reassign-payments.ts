import type { PendingQuery, Row } from "postgres";
import { notFound } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import type { Db } from "@/lib/db/client";
import { notifySession } from "@/lib/db/session-state";
import { addToTotals } from "@/lib/db/totals";

/** The operator to whom payments of a session move; null unassigns them. */
export interface Reassignment extends Scope {
  sessionId: Id<"session">;
  operatorId: Id<"operator"> | null;
}

/** Gets the name of an operator of the session. Throws `Failure("not_found")`. */
export async function requireOperator({ sql }: Db, sessionId: Id<"session">, operatorId: Id<"operator">) {
  const [operator] = await sql<{ operator: string }[]>`
    select name as operator from operators where session_id = ${sessionId} and id = ${operatorId}`;
  if (!operator) throw notFound("operator in that session");
  return operator;
}

/**
 * Moves payments of a session, and their share of the totals, to an operator, or unassigns them. `chosen` selects
 * them: the SQL after FROM, up to a condition on `t`. The caller has incremented the session's version and locked its
 * state row. Returns how many were not that operator's before; if there are more than `limit`, the newest ones move.
 */
export async function reassignPayments(
  db: Db,
  { sessionId, operatorId, organisationId, mode }: Reassignment,
  chosen: PendingQuery<Row[]>,
  limit: number | null = null,
): Promise<number> {
  const { sql } = db;
  const [moved] = await sql<{ count: number }[]>`
    with before as materialized (
      select t.sequence, t.channel, t.status, t.amount, coalesce(t.terminal_id, '') as terminal_id,
        coalesce(t.operator_id, '') as operator_id
      from ${chosen} and t.operator_id is distinct from ${operatorId}::text
      order by t.sequence desc limit ${limit}::bigint
    ), linked as (
      update transactions t set operator_id = ${operatorId},
        updated_in_version = (select version from session_states where session_id = ${sessionId})
      from before b
      where t.session_id = ${sessionId} and t.sequence = b.sequence
      returning t.sequence
    ), change as (
      select ${sessionId} as session_id, b.channel, b.terminal_id, side.operator_id, b.status,
        ${organisationId} as organisation_id, ${mode} as mode, side.sign as count, side.sign * b.amount as amount
      from before b cross join lateral (values (-1, b.operator_id), (1, ${operatorId ?? ""})) as side(sign, operator_id)
    ), updated_totals as (${addToTotals(db, sql`change`)}
    )
    select count(*)::int as count from linked`;
  await notifySession(db, sessionId);
  return moved?.count ?? 0;
}
