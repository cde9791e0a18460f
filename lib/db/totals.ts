import { notFound } from "@/lib/core/errors";
import type { Id } from "@/lib/core/ids";
import type { Kobo } from "@/lib/core/money";
import type { Scope } from "@/lib/core/scope";
import type { Db } from "./client";
import { ownSessionCondition, type SessionState } from "./guard";
import type { Channel, TransactionStatus } from "./schema";

/** What one channel, terminal and operator have of one status; `""` stands for no terminal and no operator. */
export interface Total {
  channel: Channel;
  terminalId: string;
  operatorId: string;
  status: TransactionStatus;
  count: bigint;
  amount: Kobo;
}

/** How many payments, and what they come to. */
export interface Volume {
  count: number;
  amount: Kobo;
}

/**
 * A session's totals and the version that they are of, in one snapshot: any two reads of the same version are equal to
 * the kobo. Throws `Failure("not_found")`.
 */
export async function readTotals(
  db: Db,
  scope: Scope,
  sessionId: Id<"session">,
): Promise<Pick<SessionState, "status" | "version"> & { totals: Total[] }> {
  const rows = await db.sql<
    (Pick<SessionState, "version"> & { state: SessionState["status"] } & (Total | { channel: null }))[]
  >`
    select c.version, c.status as state, s.channel, s.terminal_id as "terminalId", s.operator_id as "operatorId",
      s.status, s.count, s.amount
    from (select * from session_counters where ${ownSessionCondition(db, scope, sessionId)}) c
    left join session_totals s using (session_id)`;
  const [first] = rows;
  if (!first) throw notFound("session");
  // A session that has taken nothing is one row of nulls.
  return { version: first.version, status: first.state, totals: rows.filter((row) => row.channel !== null) };
}

/** Sums totals up, also where they came as JSON, which knows no large numbers: the one sum for every screen. */
export function volumeOf(totals: readonly { count: bigint | number; amount: bigint | string }[]): Volume {
  return totals.reduce<Volume>(
    (sum, { count, amount }) => ({ count: sum.count + Number(count), amount: sum.amount + BigInt(amount) }),
    { count: 0, amount: 0n },
  );
}
