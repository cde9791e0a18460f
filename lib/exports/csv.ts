import { formatKobo } from "@/lib/core/money";
import { stampIn } from "@/lib/core/time";
import type { ExportCell, ExportRow, ExportTable } from "./cells";

/**
 * Where a spreadsheet would read a formula: at the start of a cell, and inside one after what separates cells where the
 * reader's locale uses semicolons or tabs, or after a line break. Blanks and quotes before the formula are skipped.
 */
const FORMULA = /(^|[;\t\r\n])((?:[^\S\t\r\n]|")*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;
/** A text that starts with a tab or a line break, which some spreadsheets skip. */
const LEADING_CONTROL = /^[\t\r\n]/;
/** Lets spreadsheets know that it is UTF-8. */
const BOM = "\ufeff";

/** A cell by RFC 4180. An apostrophe stands before whatever a spreadsheet would take for a formula, and makes it text. */
export function csvCell(cell: ExportCell): string {
  if (typeof cell !== "string") return plainText(cell);
  const guarded = cell.replace(FORMULA, "$1'$2");
  const text = LEADING_CONTROL.test(guarded) ? `'${guarded}` : guarded;
  return /[",;\t\r\n]|^\s|\s$|^'|^\d{12,}$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A plain decimal, a whole number, `2026-12-12 21:42:14` (ISO 8601 in UTC) or `2026-12-12`. */
function plainText(cell: Exclude<ExportCell, string>): string {
  if ("amount" in cell) return formatKobo(cell.amount);
  if ("whole" in cell) return String(cell.whole);
  if ("day" in cell) return cell.day;
  return cell.timeZone === "UTC" ? cell.at.toISOString() : stampIn(cell.timeZone, cell.at);
}

const lineOf = (row: ExportRow) => `${row.map(csvCell).join(",")}\r\n`;

/** A table as CSV, chunk by chunk as it is read: a line of titles, then the rows and nothing else. */
export async function* writeCsv({ columns, rows }: ExportTable): AsyncGenerator<Uint8Array> {
  yield Buffer.from(BOM + lineOf(columns.map(({ title }) => title)));
  for await (const chunk of rows) yield Buffer.from(chunk.map(lineOf).join(""));
}
