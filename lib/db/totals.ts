import type { PendingQuery, Row } from "postgres";
import { notFound } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import type { Volume } from "@/lib/core/money";
import type { Scope } from "@/lib/core/scope";
import type { RowOf } from "@/lib/db/rows";
import type { sessionTotals } from "@/lib/db/schema";
import type { Db } from "./client";
import { ownSessionCondition, type SessionState } from "./session-state";

/** Count and amount of one channel, terminal, operator and status; `""` means no terminal or no operator. */
export type Total = RowOf<
  typeof sessionTotals,
  "channel" | "terminalId" | "operatorId" | "status" | "count" | "amount"
>;

/**
 * Returns a session's totals and their version, in one snapshot: two reads of the same version return the same amounts.
 * Throws `Failure("not_found")`.
 */
export async function readTotals(
  db: Db,
  scope: Scope,
  sessionId: Id<"session">,
): Promise<Pick<SessionState, "status" | "version"> & { totals: Total[] }> {
  const rows = await db.sql<
    (Pick<SessionState, "version"> & { state: SessionState["status"] } & (Total | { channel: null }))[]
  >`
    select c.version, c.status as state, s.channel, s.terminal_id, s.operator_id,
      s.status, s.count, s.amount
    from (select * from session_states where ${ownSessionCondition(db, scope, sessionId)}) c
    left join session_totals s using (session_id)`;
  const [first] = rows;
  if (!first) throw notFound("session");
  // A session without payments gives one row of nulls.
  return { version: first.version, status: first.state, totals: rows.filter((row) => row.channel !== null) };
}

/**
 * The INSERT that adds changes to session totals. `source` names a query with the columns of `session_totals`; a negative
 * count and amount takes payments away. Several changes of one total are summed.
 */
export const addToTotals = ({ sql }: Db, source: PendingQuery<Row[]>) => sql`
  insert into session_totals as s
    (session_id, channel, terminal_id, operator_id, status, organisation_id, mode, count, amount)
  select session_id, channel, terminal_id, operator_id, status, organisation_id, mode, sum(count), sum(amount)
  from ${source} group by 1, 2, 3, 4, 5, 6, 7
  on conflict (session_id, channel, terminal_id, operator_id, status)
    do update set count = s.count + excluded.count, amount = s.amount + excluded.amount`;

/** Sums totals, also from JSON, where amounts are strings; all screens use this sum. */
export function sumTotals(totals: readonly { count: bigint | number; amount: bigint | string }[]): Volume {
  return totals.reduce<Volume>(
    (sum, { count, amount }) => ({ count: sum.count + Number(count), amount: sum.amount + BigInt(amount) }),
    { count: 0, amount: 0n },
  );
}
