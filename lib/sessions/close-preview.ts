import type { z } from "zod";
import { notFound } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { asOrganisation, type Db } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { sessionStates } from "@/lib/db/schema";
import { inactiveFrom, readCadences } from "@/lib/terminals";
import type { ClosePreview } from "./contract";
import { lastPaymentAt } from "./event-list/last-payment-at";

interface Row extends RowOf<typeof sessionStates, "status"> {
  count: bigint;
  lastPaymentAt: Date | null;
  taken: bigint;
  pendingCount: bigint;
  pendingAmount: bigint;
  operators: number;
}

/** Gets the current facts that a person needs before closing an event. Throws `Failure("not_found")`. */
export function getClosePreview(
  scope: Scope,
  sessionId: Id<"session">,
): Promise<z.output<typeof ClosePreview>> {
  return asOrganisation(scope.organisationId, async (db) => {
    const [[row], cadences] = await Promise.all([
      readFacts(db, scope, sessionId),
      readCadences(db, sessionId),
    ]);
    if (!row) throw notFound("event");
    const now = new Date();
    const active = cadences.filter((cadence) => (inactiveFrom(cadence) ?? 0) > now);
    return {
      status: row.status,
      payment_count: Number(row.count),
      taken: row.taken,
      pending: { count: Number(row.pendingCount), amount: row.pendingAmount },
      last_payment_at: row.lastPaymentAt,
      operators_on_shift: row.operators,
      terminals_taking: active.length,
      generated_at: now,
    };
  });
}

function readFacts(db: Db, { organisationId, mode }: Scope, sessionId: Id<"session">) {
  return db.sql<Row[]>`
    select c.status, c.last_sequence as count, ${lastPaymentAt(db)} as last_payment_at,
      coalesce(sum(t.amount) filter (where t.status = 'successful'), 0)::bigint as taken,
      coalesce(sum(t.count) filter (where t.status = 'pending'), 0)::bigint as pending_count,
      coalesce(sum(t.amount) filter (where t.status = 'pending'), 0)::bigint as pending_amount,
      (select count(distinct operator_id)::int from operator_assignments a where a.session_id = c.session_id
        and a.assigned_from <= now() and (a.assigned_to is null or a.assigned_to > now())) as operators
    from session_states c left join session_totals t using (session_id)
    where c.session_id = ${sessionId} and c.organisation_id = ${organisationId} and c.mode = ${mode}
    group by c.session_id`;
}
