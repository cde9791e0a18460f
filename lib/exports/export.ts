import { recordAudit } from "@/lib/audit";
import { assertDefined } from "@/lib/core/errors/assert";
import { Failure } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { asOrganisationTx, streamAsOrganisation } from "@/lib/db/client";
import { requireSession } from "@/lib/db/session-state";
import { env } from "@/lib/env";
import type { PaymentFilters } from "@/lib/payment-search/contract";
import type { ExportRow } from "./cells";
import { writeCsv } from "./csv";
import { type ExportHead, paymentColumns, readExport, type Totals, totalsTable } from "./rows";
import { type FileBytes, inExportSlot } from "./slots";
import { writeXlsx } from "./xlsx";

export const EXPORT_FORMATS = ["csv", "xlsx"] as const;
type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Maximum data rows of a sheet, leaving room for its titles. */
const MAX_SHEET_ROWS = 1_048_500n;

interface Request {
  sessionId: Id<"session">;
  filters: PaymentFilters;
  format: ExportFormat;
}

/** An export file that is being streamed. */
export interface ExportFile {
  version: bigint;
  eventName: string;
  bytes: FileBytes;
}

/**
 * Writes an audit entry and streams exactly the payments that match the filters as a file, from one snapshot of the
 * session. CSV contains only the rows; a workbook has a second sheet with the totals. Throws `Failure("not_found")`,
 * `Failure("conflict")` if a sheet cannot hold so many rows, and the errors of `ExportSlots.run` if too many exports are
 * running.
 */
export function exportPayments(scope: Scope, request: Request): Promise<ExportFile> {
  return inExportSlot(scope, () => startExport(scope, request));
}

async function startExport(scope: Scope, request: Request) {
  const { sessionId, filters, format } = request;
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
  const totals: Totals = {};
  const timeZone = env().businessTimeZone;
  const source = streamAsOrganisation(scope.organisationId, (db) =>
    readExport(db, { scope, sessionId, filters, timeZone, totals }),
  );
  const head = headOf(assertDefined((await source.next()).value, "an export starts with its head"));
  const payments = { name: "Payments", columns: paymentColumns(timeZone), rows: rowsOf(source) };
  const bytes = format === "csv" ? writeCsv(payments) : writeXlsx([payments, totalsTable(head, totals)]);
  // A generator that was never started does not close its source when it is returned.
  return { file: { ...head, bytes }, onEnd: () => void source.return(undefined) };
}

function headOf(first: ExportHead | ExportRow[]): ExportHead {
  if (Array.isArray(first)) throw new Error("Broken guarantee: an export starts with its head");
  return first;
}

async function* rowsOf(source: AsyncGenerator<ExportHead | ExportRow[]>): AsyncGenerator<ExportRow[]> {
  try {
    for await (const chunk of source) if (Array.isArray(chunk)) yield chunk;
  } finally {
    await source.return(undefined);
  }
}
