import type { z } from "zod";
import { notFound } from "@/lib/core/errors";
import type { Id } from "@/lib/core/ids";
import type { Kobo } from "@/lib/core/money";
import type { Scope } from "@/lib/core/scope";
import { asOrganisation } from "@/lib/db/client";
import { isCallersSession } from "@/lib/db/guard";
import type { Books, Reconciliation } from "./contract";

interface Row {
  channel: string;
  terminalId: string;
  status: "successful" | "pending" | "failed";
  count: bigint;
  amount: Kobo;
  version: bigint;
}

type Volumes = Record<string, { count: number; total: Kobo }>;

/** Sums rows under a key; rows without one, and keys with no payment, stay out. */
function volumesBy(rows: Row[], keyOf: (row: Row) => string): Volumes {
  const volumes: Volumes = {};
  for (const row of rows) {
    const key = keyOf(row);
    if (key === "" || row.count === 0n) continue;
    const volume = volumes[key] ?? { count: 0, total: 0n };
    volumes[key] = { count: volume.count + Number(row.count), total: volume.total + row.amount };
  }
  return volumes;
}

const sumOf = (rows: Row[]) => rows.reduce((sum, row) => sum + row.amount, 0n);
const countOf = (rows: Row[]) => Number(rows.reduce((sum, row) => sum + row.count, 0n));

/** The summary with what is in no total, and the session's version that it is of, read in one snapshot. */
type Summary = z.output<typeof Reconciliation> & { pending_total: Kobo; failed_total: Kobo; version: bigint };

/**
 * Sums up a session by status, channel and terminal (§4.11) from the totals that recording keeps: the same cost
 * whatever the session took. Only successful payments count as inflow. Throws `Failure("not_found")`.
 */
export async function summariseReconciliation(scope: Scope, sessionId: Id<"session">): Promise<Summary> {
  const found = await asOrganisation(
    scope.organisationId,
    async (db) => db.sql<((Row | { channel: null }) & { version: bigint })[]>`
      select version, channel, terminal_id as "terminalId", status, sum(count)::bigint as count, sum(amount)::bigint as amount
      from (select session_id, version from session_counters where ${isCallersSession(db, scope, sessionId)}) own
      left join session_totals using (session_id)
      group by version, channel, terminal_id, status order by channel, terminal_id`,
  );
  const [first] = found;
  if (!first) throw notFound("session");
  // A session that has taken nothing is one row of nulls.
  const rows = found.filter((row) => row.channel !== null);
  const inStatus = (status: Row["status"]) => rows.filter((row) => row.status === status);
  const [successful, pending, failed] = [inStatus("successful"), inStatus("pending"), inStatus("failed")];
  return {
    version: first.version,
    session_id: sessionId,
    total_inflow: sumOf(successful),
    transaction_count: countOf(rows),
    successful_count: countOf(successful),
    pending_count: countOf(pending),
    failed_count: countOf(failed),
    by_channel: volumesBy(successful, (row) => row.channel),
    by_terminal: volumesBy(successful, (row) => row.terminalId),
    reconciled_at: new Date(),
    pending_total: sumOf(pending),
    failed_total: sumOf(failed),
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
