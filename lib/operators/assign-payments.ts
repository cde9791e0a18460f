import { recordAudit } from "@/lib/audit";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { type Db, systemTx } from "@/lib/db/client";
import { incrementSessionVersion } from "@/lib/db/session-state";
import { matchQueries, prepareSearch } from "@/lib/payment-search";
import type { PaymentFilters } from "@/lib/payment-search/contract";
import { UNASSIGNED } from "@/lib/payment-search/contract";
import { type Reassignment, reassignPayments, requireOperator } from "./reassign-payments";

/** The maximum number of payments that move at once, which takes a fraction of a second. Recording waits for it. */
const MAX_ASSIGNED = 5_000;

interface Request {
  sessionId: Id<"session">;
  /** Null unassigns them. */
  operatorId: Id<"operator"> | null;
  /** These payments, or all unassigned ones that match the filters. */
  payments: Id<"transaction">[] | { matching: PaymentFilters };
}

/**
 * Assigns payments to an operator manually, links and totals in one SQL transaction, for an open or a closed event;
 * no amount changes. A later hand-over of a terminal moves its payments again. Returns how many moved; if it is
 * `MAX_ASSIGNED`, more may be left. Throws `Failure("not_found")` for another organisation's session or operator;
 * skips other organisations' payments.
 */
export function assignPayments(scope: Scope, request: Request): Promise<{ moved: number }> {
  const { sessionId, operatorId, payments } = request;
  return systemTx(async (db) => {
    await incrementSessionVersion(db, scope, sessionId);
    const operator = operatorId ? await requireOperator(db, sessionId, operatorId) : undefined;
    const move = { organisationId: scope.organisationId, mode: scope.mode, sessionId, operatorId };
    const moved = Array.isArray(payments)
      ? await moveByIds(db, move, payments)
      : await moveMatching(db, scope, move, payments.matching);
    const [onlyPayment] = Array.isArray(payments) && payments.length === 1 ? payments : [];
    await recordAudit(db, scope, {
      action: "assigned_payments",
      subject: onlyPayment ?? operatorId ?? sessionId,
      sessionId,
      details: { operator: operator?.operator ?? "unassigned", payments: String(moved) },
    });
    return { moved };
  });
}

/**
 * Reads by the index on `id` only: with a condition on the session, PostgreSQL without statistics would scan the
 * complete session.
 */
function moveByIds(db: Db, move: Reassignment, ids: Id<"transaction">[]): Promise<number> {
  const { sql } = db;
  const found = sql`(select * from transactions where id = any(${ids}::text[]) offset 0) t`;
  return reassignPayments(db, move, sql`${found} where t.session_id = ${move.sessionId}`);
}

async function moveMatching(
  db: Db,
  scope: Scope,
  move: Reassignment,
  filters: PaymentFilters,
): Promise<number> {
  const { search } = await prepareSearch(db, scope, move.sessionId, { ...filters, operator: [UNASSIGNED] });
  let moved = 0;
  for (const part of matchQueries(db, search)) {
    if (moved < MAX_ASSIGNED) moved += await reassignPayments(db, move, part, MAX_ASSIGNED - moved);
  }
  return moved;
}
