import type { z } from "zod";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { readAsOrganisation } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { sessionTotals } from "@/lib/db/schema";
import { requireSession } from "@/lib/db/session-state";
import { sumReturns } from "@/lib/reversals";
import type { Settlement, SettlementSummary } from "./contract";

/** The figures of the API with the session's version. */
type SettlementFigures = z.output<typeof SettlementSummary> & { version: number };

interface Row extends RowOf<typeof sessionTotals, "count" | "amount"> {
  /** Null on the row that sums the successful payments; that row also has the session's version. */
  day: string | null;
  version: bigint | null;
}

/**
 * Sums up a session's settled and not yet settled payments (§4.12) from the stored totals, in one snapshot. Throws
 * `Failure("not_found")`.
 */
export async function summariseSettlement(
  scope: Scope,
  sessionId: Id<"session">,
): Promise<SettlementFigures> {
  const rows = await readAsOrganisation(scope, async (db) => {
    const [, found] = await Promise.all([
      requireSession(db, scope, sessionId),
      db.sql<Row[]>`
        select null as day, (select version from session_states where session_id = ${sessionId}) as version,
          coalesce(sum(count), 0)::bigint as count, coalesce(sum(amount), 0)::bigint as amount
        from session_totals where session_id = ${sessionId} and status = 'successful'
        union all
        (select settled_on::text, null, count, amount from settlement_totals where session_id = ${sessionId} order by settled_on)`,
    ]);
    return found;
  });
  const [successful] = rows.filter((row) => row.day === null);
  const days = rows.filter((row) => row.day !== null && row.count > 0n);
  const settled = days.reduce(
    (sum, day) => ({ count: sum.count + day.count, amount: sum.amount + day.amount }),
    { count: 0n, amount: 0n },
  );
  return {
    session_id: sessionId,
    total_settled: settled.amount,
    total_pending_settlement: (successful?.amount ?? 0n) - settled.amount,
    settled_count: Number(settled.count),
    pending_count: Number((successful?.count ?? 0n) - settled.count),
    by_date: Object.fromEntries(
      days.map((day) => [day.day, { count: Number(day.count), total: day.amount }]),
    ),
    generated_at: new Date(),
    version: Number(successful?.version ?? 0),
  };
}

/** The settlement for the dashboard: splits what awaits settlement from what will not come. Throws `Failure("not_found")`. */
export async function summariseSettlementSheet(
  scope: Scope,
  sessionId: Id<"session">,
): Promise<z.output<typeof Settlement>> {
  const figures = await summariseSettlement(scope, sessionId);
  const { notComing, notComingCount } = await readAsOrganisation(scope, (db) => sumReturns(db, sessionId));
  return { ...figures, total_not_coming: notComing, not_coming_count: notComingCount };
}
