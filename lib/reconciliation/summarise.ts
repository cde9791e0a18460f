import type { z } from "zod";
import type { Id } from "@/lib/core/ids";
import type { Kobo } from "@/lib/core/money";
import type { Scope } from "@/lib/core/scope";
import { asOrganisation } from "@/lib/db/client";
import { readTotals, type Total, volumeOf } from "@/lib/db/totals";
import type { Books, Reconciliation } from "./contract";

type Volumes = Record<string, { count: number; total: Kobo }>;

/** Sums totals under a key, in the order of the keys; totals without one, and keys with no payment, stay out. */
function volumesBy(totals: Total[], keyOf: (total: Total) => string): Volumes {
  const keys = [...new Set(totals.map(keyOf))].filter(Boolean).sort();
  const volumes = keys.map((key) => [key, volumeOf(totals.filter((total) => keyOf(total) === key))] as const);
  return Object.fromEntries(
    volumes.flatMap(([key, { count, amount }]) => (count > 0 ? [[key, { count, total: amount }]] : [])),
  );
}

/** The summary with what is in no total, and the session's version that it is of, read in one snapshot. */
type Summary = z.output<typeof Reconciliation> & { pending_total: Kobo; failed_total: Kobo; version: bigint };

/**
 * Sums up a session by status, channel and terminal (§4.11) from the totals that recording keeps: the same cost
 * whatever the session took. Only successful payments count as inflow. Throws `Failure("not_found")`.
 */
export async function summariseReconciliation(scope: Scope, sessionId: Id<"session">): Promise<Summary> {
  const { version, totals } = await asOrganisation(scope.organisationId, (db) =>
    readTotals(db, scope, sessionId),
  );
  const inStatus = (status: Total["status"]) => totals.filter((total) => total.status === status);
  const successful = inStatus("successful");
  const taken = volumeOf(successful);
  const pending = volumeOf(inStatus("pending"));
  const failed = volumeOf(inStatus("failed"));
  return {
    version,
    session_id: sessionId,
    total_inflow: taken.amount,
    transaction_count: volumeOf(totals).count,
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

/** The same as the dashboard shows it. Throws `Failure("not_found")`. */
export async function summariseBooks(
  scope: Scope,
  sessionId: Id<"session">,
): Promise<z.output<typeof Books>> {
  const summary = await summariseReconciliation(scope, sessionId);
  return { ...summary, version: Number(summary.version) };
}
