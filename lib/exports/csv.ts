import { formatKobo } from "@/lib/core/money";
import { formatTimestampIn } from "@/lib/core/time";
import type { ExportCell, ExportRow, ExportTable } from "./cells";

/**
 * Positions where a spreadsheet would read a formula: at the start of a cell, and inside a cell after a semicolon or tab
 * (cell separators in some locales) or a line break. Blanks and quotes before the formula are skipped.
 */
const FORMULA = /(^|[;\t\r\n])((?:[^\S\t\r\n]|")*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;
/** A leading tab or line break, which some spreadsheets skip. */
const LEADING_CONTROL = /^[\t\r\n]/;
/** Marks the file as UTF-8 for spreadsheets. */
const BOM = "\ufeff";

/** Formats a cell by RFC 4180. An apostrophe before each potential formula makes a spreadsheet read it as text. */
export function formatCsvCell(cell: ExportCell): string {
  if (typeof cell !== "string") return formatValue(cell);
  const guarded = cell.replace(FORMULA, "$1'$2");
  const text = LEADING_CONTROL.test(guarded) ? `'${guarded}` : guarded;
  return /[",;\t\r\n]|^\s|\s$|^'|^\d{12,}$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Formats a typed value: decimal amount, integer, `2026-12-12 21:42:14` (ISO 8601 if UTC) or `2026-12-12`. */
function formatValue(cell: Exclude<ExportCell, string>): string {
  if ("amount" in cell) return formatKobo(cell.amount);
  if ("whole" in cell) return String(cell.whole);
  if ("day" in cell) return cell.day;
  return cell.timeZone === "UTC" ? cell.at.toISOString() : formatTimestampIn(cell.timeZone, cell.at);
}

const toLine = (row: ExportRow) => `${row.map(formatCsvCell).join(",")}\r\n`;

/** Streams a table as CSV: a line of titles, then the rows. */
export async function* writeCsv({ columns, rows }: ExportTable): AsyncGenerator<Uint8Array> {
  yield Buffer.from(BOM + toLine(columns.map(({ title }) => title)));
  for await (const chunk of rows) yield Buffer.from(chunk.map(toLine).join(""));
}
