import type { z } from "zod";
import type { Id } from "@/lib/core/ids";
import type { Kobo } from "@/lib/core/money";
import type { Scope } from "@/lib/core/scope";
import { readAsOrganisation } from "@/lib/db/client";
import { readTotals, sumTotals, type Total } from "@/lib/db/totals";
import { sumReturns } from "@/lib/reversals";
import type { LedgerSummary, Reconciliation } from "./contract";

type Volumes = Record<string, { count: number; total: Kobo }>;

/** Sums totals by key, sorted by key. Totals without a key and keys without payments are omitted. */
function volumesBy(totals: Total[], keyOf: (total: Total) => string): Volumes {
  const keys = [...new Set(totals.map(keyOf))].filter(Boolean).sort();
  const volumes = keys.map(
    (key) => [key, sumTotals(totals.filter((total) => keyOf(total) === key))] as const,
  );
  return Object.fromEntries(
    volumes.flatMap(([key, { count, amount }]) => (count > 0 ? [[key, { count, total: amount }]] : [])),
  );
}

/** The summary with the pending and failed amounts and the session's version, read in one snapshot. */
type Summary = z.output<typeof Reconciliation> & { pending_total: Kobo; failed_total: Kobo; version: bigint };

/**
 * Summarises a session by status, channel and terminal (§4.11) from the stored totals, at a cost independent of its
 * number of payments. Only successful payments count as inflow. Throws `Failure("not_found")`.
 */
export async function summariseReconciliation(scope: Scope, sessionId: Id<"session">): Promise<Summary> {
  const { version, totals } = await readAsOrganisation(scope, (db) => readTotals(db, scope, sessionId));
  const inStatus = (status: Total["status"]) => totals.filter((total) => total.status === status);
  const successful = inStatus("successful");
  const taken = sumTotals(successful);
  const pending = sumTotals(inStatus("pending"));
  const failed = sumTotals(inStatus("failed"));
  return {
    version,
    session_id: sessionId,
    total_inflow: taken.amount,
    transaction_count: sumTotals(totals).count,
    successful_count: taken.count,
    pending_count: pending.count,
    failed_count: failed.count,
    by_channel: volumesBy(successful, ({ channel }) => channel),
    by_terminal: volumesBy(successful, ({ terminalId }) => terminalId),
    reconciled_at: new Date(),
    pending_total: pending.amount,
    failed_total: failed.amount,
  };
}

/** The summary for the dashboard. Throws `Failure("not_found")`. */
export async function summariseLedger(
  scope: Scope,
  sessionId: Id<"session">,
): Promise<z.output<typeof LedgerSummary>> {
  const summary = await summariseReconciliation(scope, sessionId);
  const { returned, count } = await readAsOrganisation(scope, (db) => sumReturns(db, sessionId));
  return {
    ...summary,
    returned_total: returned,
    returned_count: count,
    // A payment that was just recorded and returned can be missing in the inflow, which was read before.
    net_total: returned > summary.total_inflow ? 0n : summary.total_inflow - returned,
    version: Number(summary.version),
  };
}
