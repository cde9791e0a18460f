import type { ExportCell, ExportRow } from "./rows";

/** What a spreadsheet would take for a formula. */
const FORMULA = /^\s*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;
/** Lets spreadsheets know that it is UTF-8. */
const BOM = "\ufeff";

/** A cell by RFC 4180; a text that a spreadsheet would run is led by an apostrophe, which makes it text. */
export function csvCell(cell: ExportCell): string {
  if (typeof cell !== "string") return cell.amount;
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]|^\s|\s$|^'|^\d{12,}$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const lineOf = (row: ExportRow) => `${row.map(csvCell).join(",")}\r\n`;

/** Rows as CSV, chunk by chunk as they are read. */
export async function* writeCsv(
  columns: ExportRow,
  chunks: AsyncIterable<ExportRow[]>,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(BOM + lineOf(columns));
  for await (const rows of chunks) yield Buffer.from(rows.map(lineOf).join(""));
}
