import type { Id } from "@/lib/core/ids";
import type { Kobo } from "@/lib/core/money";
import type { Db } from "@/lib/db/client";
import { onServerOf, sharedTable } from "@/lib/db/session-state";
import { parseTimestamp } from "@/lib/db/timestamps";
import { deriveReturns, type ReportedReturn, type RequestedRefund, type Returns } from "./returns";

type Json<Row, Texts extends keyof Row> = Omit<Row, Texts> & Record<Texts, string>;

/** The columns of `returnsColumns`: the reports and refunds of a payment as JSON; null if there are none. */
export interface ReturnsRow {
  reports: (Json<ReportedReturn, "amount" | "receivedAt" | "dueAt"> & { dueAt: string | null })[] | null;
  requested: Json<RequestedRefund, "amount" | "requestedAt">[] | null;
}

/** The columns of `reversals` and of `refunds` that the derivation reads. */
const REPORTED = ["id", "transaction_id", "kind", "stage", "reference", "amount", "due_at", "received_at"];
const REQUESTED = ["id", "transaction_id", "state", "amount", "bank_reference", "requested_at"];

/** SQL columns with what the derivation of a payment's returns needs, from `transactions t`. */
export const returnsColumns = ({ sql }: Pick<Db, "sql">) => sql`
  (select json_agg(json_build_object('kind', r.kind, 'stage', r.stage, 'reference', r.reference, 'amount', r.amount::text,
      'dueAt', r.due_at, 'receivedAt', r.received_at) order by r.received_at, r.id)
    from ${sharedTable({ sql }, "reversals", REPORTED)} r where r.transaction_id = t.id) as "reports",
  (select json_agg(json_build_object('id', f.id, 'state', f.state, 'amount', f.amount::text,
      'bankReference', f.bank_reference, 'requestedAt', f.requested_at) order by f.requested_at, f.id)
    from ${sharedTable({ sql }, "refunds", REQUESTED)} f where f.transaction_id = t.id) as "requested"`;

/** Derives what came back of a payment of this amount from its row. */
export function toReturns(amount: Kobo, { reports, requested }: ReturnsRow): Returns {
  return deriveReturns(
    amount,
    (reports ?? []).map((one) => ({
      ...one,
      amount: BigInt(one.amount),
      dueAt: one.dueAt === null ? null : parseTimestamp(one.dueAt),
      receivedAt: parseTimestamp(one.receivedAt),
    })),
    (requested ?? []).map((one) => ({
      ...one,
      amount: BigInt(one.amount),
      requestedAt: parseTimestamp(one.requestedAt),
    })),
  );
}

/** What came back of an event's payments. */
export interface EventReturns {
  /** The returned sum of the successful payments, and the number of those that were returned in part or completely. */
  returned: Kobo;
  count: number;
  /** The part of it whose payments are not settled, and the number of payments of which nothing is left to settle. */
  notComing: Kobo;
  notComingCount: number;
}

/**
 * Sums up what came back of a session's successful payments. Reads only payments with a refund, reversal or dispute. The
 * caller has checked the session.
 */
export async function sumReturns(db: Db, sessionId: Id<"session">): Promise<EventReturns> {
  const { sql } = db;
  const rows = await sql<(ReturnsRow & { amount: Kobo; isSettled: boolean })[]>`
    select t.amount, t.settled_on is not null as is_settled, ${returnsColumns(db)}
    from (select transaction_id from reversals where session_id = ${sessionId} and transaction_id is not null
      union select transaction_id from refunds where session_id = ${sessionId}) named
    cross join lateral (
      select * from transactions where id = named.transaction_id ${onServerOf(db, "session_id", sessionId)} offset 0) t
    where t.status = 'successful'`;
  const total: EventReturns = { returned: 0n, count: 0, notComing: 0n, notComingCount: 0 };
  for (const row of rows) {
    const { returned } = toReturns(row.amount, row);
    if (returned === 0n) continue;
    total.returned += returned;
    total.count++;
    if (row.isSettled) continue;
    total.notComing += returned;
    if (returned === row.amount) total.notComingCount++;
  }
  return total;
}
