import type { z } from "zod";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import type { ExpectedPaymentStatus } from "@/lib/core/transaction";
import { type Db, readSnapshot } from "@/lib/db/client";
import { requireSession } from "@/lib/db/session-state";
import type { ExpectedPaymentsPage, ExpectedPaymentsPageQuery } from "./contract";
import { type ExpectedPaymentRow, expectedPaymentColumns, toExpectedPaymentJson } from "./rows";
import { statusExpression } from "./status";

const PAGE_SIZE = 50;

type Query = z.output<typeof ExpectedPaymentsPageQuery>;
type Totals = z.output<typeof ExpectedPaymentsPage>["totals"];

/**
 * Returns a page of a session's expected payments that match the filters, newest first, and the number and sums of all
 * that it has of each status now, whatever the filters; all from one snapshot. Throws `Failure("not_found")`.
 */
export function findExpectedPayments(
  scope: Scope,
  sessionId: Id<"session">,
  query: Query = {},
): Promise<z.output<typeof ExpectedPaymentsPage>> {
  return readSnapshot(scope, async (db) => {
    const { version, status } = await requireSession(db, scope, sessionId);
    const limit = query.limit ?? PAGE_SIZE;
    const found = await readRows(db, scope, { ...query, sessionId, limit });
    const rows = found.slice(0, limit).map((row) => ({
      ...toExpectedPaymentJson(row),
      sequence: Number(row.sequence),
    }));
    return {
      session_id: sessionId,
      version: Number(version),
      event_status: status,
      totals: await sumByStatus(db, scope, sessionId),
      rows,
      next: found.length > limit ? (rows.at(-1)?.sequence ?? null) : null,
    };
  });
}

function readRows(
  db: Db,
  { organisationId }: Scope,
  { sessionId, status, q, before, limit }: Query & { sessionId: Id<"session">; limit: number },
) {
  const { sql } = db;
  const text = q?.trim();
  const key = text?.toLowerCase().replace(/[^a-z0-9]/g, "");
  return sql<(ExpectedPaymentRow & { sequence: bigint })[]>`
    select ${expectedPaymentColumns(db)}, e.sequence from expected_payments e
    where e.session_id = ${sessionId} and e.organisation_id = ${organisationId}
      ${before === undefined ? sql`` : sql`and e.sequence < ${before}`}
      ${status ? sql`and ${statusExpression(db, sql`e.amount_paid`)} = ${status}` : sql``}
      ${text ? sql`and (strpos(lower(e.payer), lower(${text}::text)) > 0 ${key ? sql`or strpos(lower(regexp_replace(e.reference, '[-_./]', '', 'g')), ${key}) > 0` : sql``})` : sql``}
    order by e.sequence desc limit ${limit + 1}`;
}

const NONE = { count: 0, amount_to_pay: 0n, amount_paid: 0n };

async function sumByStatus(db: Db, { organisationId }: Scope, sessionId: Id<"session">): Promise<Totals> {
  const rows = await db.sql<
    { status: ExpectedPaymentStatus; count: number; amountToPay: bigint; amountPaid: bigint }[]
  >`
    select ${statusExpression(db, db.sql`e.amount_paid`)} as status, count(*)::int as count,
      sum(e.amount_to_pay)::bigint as amount_to_pay, sum(e.amount_paid)::bigint as amount_paid
    from expected_payments e
    where e.session_id = ${sessionId} and e.organisation_id = ${organisationId} group by 1`;
  const totals = { awaiting: NONE, paid: NONE, underpaid: NONE, overpaid: NONE, expired: NONE };
  for (const { status, count, amountToPay, amountPaid } of rows)
    totals[status] = { count, amount_to_pay: amountToPay, amount_paid: amountPaid };
  return totals;
}
