import { recordAudit } from "@/lib/audit";
import { assertDefined } from "@/lib/core/assert";
import { Failure } from "@/lib/core/errors";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { asOrganisationTx, streamAsOrganisation } from "@/lib/db/client";
import { requireSession } from "@/lib/db/guard";
import { env } from "@/lib/env";
import type { PaymentFilters } from "@/lib/payment-search/contract";
import type { ExportRow } from "./cells";
import { writeCsv } from "./csv";
import { columnsIn, type ExportHead, readExport, type Totals, totalsTable } from "./rows";
import { type FileBytes, inExportSlot } from "./slots";
import { writeXlsx } from "./xlsx";

export const EXPORT_FORMATS = ["csv", "xlsx"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Rows that a sheet can have, with room for its titles. */
const MOST_SHEET_ROWS = 1_048_500n;

interface Request {
  sessionId: Id<"session">;
  filters: PaymentFilters;
  format: ExportFormat;
}

/** A file on its way. */
export interface Exported {
  version: bigint;
  eventName: string;
  bytes: FileBytes;
}

/**
 * Writes down that payments are taken away, and gives exactly those that pass the filters as a file, piece by piece as
 * it is taken: all of one version of the session. CSV holds their rows alone; a workbook has a second sheet with what
 * they come to. Throws `Failure("not_found")`, `Failure("conflict")` where a sheet cannot hold so many, and what
 * `ExportSlots.run` throws where too many exports are under way.
 */
export function exportPayments(scope: Scope, request: Request): Promise<Exported> {
  return inExportSlot(scope, () => startExport(scope, request));
}

async function startExport(scope: Scope, request: Request) {
  const { sessionId, filters, format } = request;
  await asOrganisationTx(scope.organisationId, async (db) => {
    const { lastNumber } = await requireSession(db, scope, sessionId);
    if (format === "xlsx" && lastNumber > MOST_SHEET_ROWS)
      throw new Failure("conflict", { detail: "A sheet cannot hold so many payments. Take CSV instead." });
    const set = Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [name]));
    // Which filters, not their values: a text that was searched for may be an account number.
    const details = { format, filters: set.join(", ") };
    await recordAudit(db, scope, { action: "exported", subject: sessionId, sessionId, details });
  });
  const totals: Totals = {};
  const timeZone = env().businessTimeZone;
  const source = streamAsOrganisation(scope.organisationId, (db) =>
    readExport(db, { scope, sessionId, filters, timeZone, totals }),
  );
  const head = headOf(assertDefined((await source.next()).value, "an export begins with its head"));
  const payments = { name: "Payments", columns: columnsIn(timeZone), rows: rowsOf(source) };
  const bytes = format === "csv" ? writeCsv(payments) : writeXlsx([payments, totalsTable(head, totals)]);
  // A generator that was never asked for a piece does not return its source by itself.
  return { file: { ...head, bytes }, onEnd: () => void source.return(undefined) };
}

function headOf(first: ExportHead | ExportRow[]): ExportHead {
  if (Array.isArray(first)) throw new Error("Broken guarantee: an export begins with its head");
  return first;
}

async function* rowsOf(source: AsyncGenerator<ExportHead | ExportRow[]>): AsyncGenerator<ExportRow[]> {
  try {
    for await (const chunk of source) if (Array.isArray(chunk)) yield chunk;
  } finally {
    await source.return(undefined);
  }
}
