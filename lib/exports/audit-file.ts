import type { z } from "zod";
import { recordAudit, streamAuditEntries } from "@/lib/audit";
import type { AuditEntry, AuditFilters } from "@/lib/audit/contract";
import { AUDIT_ACTION_LABELS } from "@/lib/audit/labels";
import type { Scope } from "@/lib/core/scope";
import { asOrganisationTx } from "@/lib/db/client";
import { env } from "@/lib/env";
import { type CellColumn, column, type ExportRow, timeColumns, toExportRow } from "./cells";
import { writeCsv } from "./csv";
import { type FileBytes, inExportSlot } from "./slots";

type Entry = z.output<typeof AuditEntry>;

/**
 * Exports the audit entries that match the filters as CSV, the latest first, and records that in the audit log. Throws as
 * `exportPayments` does.
 */
export function exportAuditLog(scope: Scope, filters: AuditFilters): Promise<{ bytes: FileBytes }> {
  return inExportSlot(scope, async () => {
    await asOrganisationTx(scope.organisationId, (db) =>
      recordAudit(db, scope, { action: "exported_audit_log", subject: scope.organisationId }),
    );
    const columns = auditColumns(env().businessTimeZone);
    return {
      file: { bytes: writeCsv({ name: "Audit log", columns, rows: rowsOf(scope, filters, columns) }) },
    };
  });
}

async function* rowsOf(
  scope: Scope,
  filters: AuditFilters,
  columns: readonly CellColumn<Entry>[],
): AsyncGenerator<ExportRow[]> {
  for await (const entries of streamAuditEntries(scope, filters))
    yield entries.map((entry) => toExportRow(columns, entry));
}

const auditColumns = (timeZone: string): CellColumn<Entry>[] => [
  ...timeColumns<Entry>("When", timeZone, ({ at }) => at),
  column("Who", ({ actor }) => actor),
  column("From", ({ origin }) => origin ?? ""),
  column("Action", ({ action }) => AUDIT_ACTION_LABELS[action]),
  column("Affected", ({ subject }) => subject),
  column("Event", ({ session_id: sessionId }) => sessionId ?? ""),
  column("Details", ({ details }) =>
    Object.entries(details)
      .map(([name, value]) => `${name}: ${value}`)
      .join(", "),
  ),
  column("Entry", ({ id }) => id),
];
