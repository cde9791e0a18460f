import { recordAudit } from "@/lib/audit";
import { Failure } from "@/lib/core/errors/errors";
import type { Scope } from "@/lib/core/scope";
import { asOrganisationTx } from "@/lib/db/client";
import { requireSession } from "@/lib/db/session-state";
import { openPaymentFile, type PaymentFileRequest } from "./payment-file";
import { type ExportFile, inExportSlot } from "./slots";
import { findExportWorker } from "./worker/export-worker";

/** Maximum data rows of a sheet, leaving room for its titles. */
const MAX_SHEET_ROWS = 1_048_500n;

/**
 * Writes an audit entry and streams exactly the payments that match the filters as a file, from one snapshot of the
 * session: in the export worker, or in this thread if the process has none. CSV contains only the rows; a workbook has
 * a second sheet with the totals. Throws `Failure("not_found")`, `Failure("conflict")` if a sheet cannot hold so many
 * rows, and the errors of `ExportSlots.run` if too many exports are running.
 */
export function exportPayments(scope: Scope, wanted: Omit<PaymentFileRequest, "scope">): Promise<ExportFile> {
  const request = { scope, ...wanted };
  return inExportSlot(scope, async () => {
    await auditExport(request);
    const worker = findExportWorker();
    return worker ? worker.open(request) : openPaymentFile(request);
  });
}

async function auditExport({ scope, sessionId, filters, format }: PaymentFileRequest): Promise<void> {
  await asOrganisationTx(scope.organisationId, async (db) => {
    const { lastSequence } = await requireSession(db, scope, sessionId);
    if (format === "xlsx" && lastSequence > MAX_SHEET_ROWS)
      throw new Failure("conflict", { detail: "A sheet cannot hold so many payments. Take CSV instead." });
    const filterNames = Object.entries(filters).flatMap(([name, value]) =>
      value === undefined ? [] : [name],
    );
    // The names of the filters without their values: a search text may be an account number.
    const details = { format, filters: filterNames.join(", ") };
    await recordAudit(db, scope, { action: "exported", subject: sessionId, sessionId, details });
  });
}
