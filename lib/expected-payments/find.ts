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

/**
 * Returns a page of a session's expected payments that match the filters, newest first, and how many it has of each
 * status; all from one snapshot. Throws `Failure("not_found")`.
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
      counts: await countByStatus(db, scope, sessionId),
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
  const text = q?.trim().toLowerCase();
  const key = text?.replace(/[^a-z0-9]/g, "");
  return sql<(ExpectedPaymentRow & { sequence: bigint })[]>`
    select ${expectedPaymentColumns(db)}, e.sequence from expected_payments e
    where e.session_id = ${sessionId} and e.organisation_id = ${organisationId}
      ${before === undefined ? sql`` : sql`and e.sequence < ${before}`}
      ${status ? sql`and ${statusExpression(db, sql`e.amount_paid`)} = ${status}` : sql``}
      ${text ? sql`and (strpos(lower(e.payer), ${text}) > 0 ${key ? sql`or strpos(lower(regexp_replace(e.reference, '[-_./]', '', 'g')), ${key}) > 0` : sql``})` : sql``}
    order by e.sequence desc limit ${limit + 1}`;
}

async function countByStatus(db: Db, { organisationId }: Scope, sessionId: Id<"session">) {
  const rows = await db.sql<{ status: ExpectedPaymentStatus; count: number }[]>`
    select ${statusExpression(db, db.sql`e.amount_paid`)} as status, count(*)::int as count from expected_payments e
    where e.session_id = ${sessionId} and e.organisation_id = ${organisationId} group by 1`;
  const counts = { awaiting: 0, paid: 0, underpaid: 0, overpaid: 0, expired: 0 };
  for (const { status, count } of rows) counts[status] = count;
  return counts;
}
