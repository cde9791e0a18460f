import { recordAudit } from "@/lib/audit";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { type Db, systemTx } from "@/lib/db/client";
import { incrementSessionVersion } from "@/lib/db/guard";
import { searchedParts, searchIn } from "@/lib/payment-search";
import type { PaymentFilters } from "@/lib/payment-search/contract";
import { UNASSIGNED } from "@/lib/payment-search/contract";
import { type Reassignment, reassignPayments, requireOperator } from "./reassign-payments";

/** Payments that move at once: a fraction of a second's work, for recording waits meanwhile. */
export const MAX_ASSIGNED = 5_000;

interface Request {
  sessionId: Id<"session">;
  /** Null makes them nobody's again. */
  operatorId: Id<"operator"> | null;
  /** These payments, or of all that are nobody's those that pass the filters. */
  payments: Id<"transaction">[] | { matching: PaymentFilters };
}

/**
 * Links payments to an operator by hand, links and totals in one SQL transaction, whether the event is open or closed:
 * no amount changes. A later hand-over of a terminal moves its payments again. Answers how many moved; where it is
 * `MOST_ASSIGNED`, more may be left. Throws `Failure("not_found")` for a session or an operator that is not the
 * caller's; payments that are not are passed over.
 */
export function assignPayments(scope: Scope, request: Request): Promise<{ moved: number }> {
  const { sessionId, operatorId, payments } = request;
  return systemTx(async (db) => {
    await incrementSessionVersion(db, scope, sessionId);
    const operator = operatorId ? await requireOperator(db, sessionId, operatorId) : undefined;
    const move = { organisationId: scope.organisationId, mode: scope.mode, sessionId, operatorId };
    const moved = Array.isArray(payments)
      ? await moveThese(db, move, payments)
      : await moveMatching(db, scope, move, payments.matching);
    const [one] = Array.isArray(payments) && payments.length === 1 ? payments : [];
    await recordAudit(db, scope, {
      action: "assigned_payments",
      subject: one ?? operatorId ?? sessionId,
      sessionId,
      details: { operator: operator?.operator ?? "nobody", payments: String(moved) },
    });
    return { moved };
  });
}

/** By their ids' own index: given the session too, a database without statistics would rather read the whole of it. */
function moveThese(db: Db, move: Reassignment, ids: Id<"transaction">[]): Promise<number> {
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
  const { search } = await searchIn(db, scope, move.sessionId, { ...filters, operator: [UNASSIGNED] });
  let moved = 0;
  for (const part of searchedParts(db, search)) {
    if (moved < MAX_ASSIGNED) moved += await reassignPayments(db, move, part, MAX_ASSIGNED - moved);
  }
  return moved;
}
