import type { z } from "zod";
import { IMPORT_EVENT } from "@/lib/bank";
import { notFound } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { readSystemSnapshot } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { transactions } from "@/lib/db/schema";
import { ownSessionCondition } from "@/lib/db/session-state";
import type { SettlementBreakdown } from "./contract";

interface Row extends RowOf<typeof transactions, "channel"> {
  day: string;
  reference: string | null;
  count: bigint;
  amount: bigint;
  landedAt: Date | null;
}

/**
 * Breaks down each settlement day of a session by channel and the bank's reference, with the time at which the bank
 * reported it, if it did; the notification of a payment can have the settlement's reference as its key (Lenco, Nomba) and does
 * not count. Aggregates the transactions, which takes a second per million, so screens load it after the totals.
 * Throws `Failure("not_found")`.
 */
export async function listSettlementBreakdown(
  scope: Scope,
  sessionId: Id<"session">,
): Promise<z.output<typeof SettlementBreakdown>> {
  // Settlement lines belong to a bank connection, not to an organisation, so the session's owner is checked here.
  const rows = await readSystemSnapshot(scope, async (db) => {
    const { sql } = db;
    const [own] = await sql`select from session_states where ${ownSessionCondition(db, scope, sessionId)}`;
    if (!own) throw notFound("session");
    return sql<Row[]>`
      with parts as (
        select t.settled_on, t.channel, t.bank_connection_id, l.reference, count(*), sum(t.amount)::bigint as amount
        from transactions t
        left join settlement_lines l on l.mode = t.mode and l.bank_connection_id = t.bank_connection_id
          and l.payment_key = t.payment_key and l.state = 'applied'
        where t.session_id = ${sessionId} and t.settled_on is not null
        group by 1, 2, 3, 4
      )
      select settled_on::text as day, channel, reference, count, amount, (
          select min(received_at) from bank_notifications n
          where n.mode = ${scope.mode} and n.bank_connection_id = parts.bank_connection_id and n.correlation_key = reference
            and n.outcome = 'settlement' and n.event <> ${IMPORT_EVENT}) as landed_at
      from parts order by settled_on desc, channel, reference`;
  });
  return {
    rows: rows.map(({ day, channel, reference, count, amount, landedAt }) => ({
      date: day,
      channel,
      count: Number(count),
      total: amount,
      reference: reference ?? "",
      landed_at: landedAt,
    })),
  };
}
