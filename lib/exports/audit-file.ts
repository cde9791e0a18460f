import { recordAudit, streamAuditEntries } from "@/lib/audit";
import type { AuditFilters } from "@/lib/audit/contract";
import { AUDIT_ACTION_LABELS } from "@/lib/audit/labels";
import type { Scope } from "@/lib/core/scope";
import { asOrganisationTx } from "@/lib/db/client";
import { env } from "@/lib/env";
import { type ExportRow, toTimeCells, toTimeColumns } from "./cells";
import { writeCsv } from "./csv";
import { type FileBytes, inExportSlot } from "./slots";

const TEXT_WIDTH = 24;

/**
 * Exports the audit entries that match the filters as CSV, the latest first, and records that in the audit log. Throws as
 * `exportPayments` does.
 */
export function exportAuditLog(scope: Scope, filters: AuditFilters): Promise<{ bytes: FileBytes }> {
  return inExportSlot(scope, async () => {
    await asOrganisationTx(scope.organisationId, (db) =>
      recordAudit(db, scope, { action: "exported_audit_log", subject: scope.organisationId }),
    );
    const timeZone = env().businessTimeZone;
    const titles = ["Who", "From", "Action", "Affected", "Event", "Details", "Entry"];
    const columns = [
      ...toTimeColumns("When", timeZone),
      ...titles.map((title) => ({ title, width: TEXT_WIDTH })),
    ];
    const bytes = writeCsv({ name: "Audit log", columns, rows: rowsOf(scope, filters, timeZone) });
    return { file: { bytes } };
  });
}

async function* rowsOf(scope: Scope, filters: AuditFilters, timeZone: string): AsyncGenerator<ExportRow[]> {
  for await (const entries of streamAuditEntries(scope, filters))
    yield entries.map(({ id, at, actor, origin, action, subject, session_id: sessionId, details }) => [
      ...toTimeCells(at, timeZone),
      actor,
      origin ?? "",
      AUDIT_ACTION_LABELS[action],
      subject,
      sessionId ?? "",
      Object.entries(details)
        .map(([name, value]) => `${name}: ${value}`)
        .join(", "),
      id,
    ]);
}
