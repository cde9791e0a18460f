import { assertDefined } from "@/lib/core/errors/assert";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { streamAsOrganisation } from "@/lib/db/client";
import { env } from "@/lib/env";
import type { PaymentFilters } from "@/lib/payment-search/contract";
import type { ExportRow } from "./cells";
import { writeCsv } from "./csv";
import { type ExportHead, type Progress, paymentColumns, readExport, type Totals, totalsTable } from "./rows";
import type { ExportFile, Started } from "./slots";
import { writeXlsx } from "./xlsx";

export const EXPORT_FORMATS = ["csv", "xlsx"] as const;
type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The payments that become a file, and its format. Contains only values that can be sent to another thread. */
export interface PaymentFileRequest {
  scope: Scope;
  sessionId: Id<"session">;
  filters: PaymentFilters;
  format: ExportFormat;
}

/**
 * Opens the file of the payments that match the filters, from one snapshot of the session, which is held until the file
 * has been read or is returned. Throws `Failure("not_found")`.
 */
export async function openPaymentFile(request: PaymentFileRequest): Promise<Started<ExportFile>> {
  const { scope, sessionId, filters, format } = request;
  const totals: Totals = {};
  const timeZone = env().businessTimeZone;
  const progress: Progress = {};
  const source = streamAsOrganisation(scope, (db) =>
    readExport(db, { scope, sessionId, filters, timeZone, totals, progress }),
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
