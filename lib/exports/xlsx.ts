import { Zip, ZipDeflate } from "fflate";
import { formatKobo } from "@/lib/core/money";
import { formatTimestampIn, wallClock } from "@/lib/core/time";
import { DAY_MS, SECOND_MS } from "@/lib/core/time/durations";
import type { ExportCell, ExportColumn, ExportRow, ExportTable } from "./cells";

const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN_NS = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE_NS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE_NS = "http://schemas.openxmlformats.org/package/2006";
const TYPE_PREFIX = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** The indexes of the cell formats in `cellXfs`. */
const STYLE = { amount: 1, title: 2, time: 3, day: 4, whole: 5 } as const;
const STYLES = `${XML_DECLARATION}<styleSheet xmlns="${MAIN_NS}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="6"><xf/><xf numFmtId="4" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf numFmtId="1" applyNumberFormat="1"/></cellXfs></styleSheet>`;

/** The parts of a workbook except its sheets, by file name. */
function partsOf(names: readonly string[]): Record<string, string> {
  const each = (write: (name: string, number: number) => string) =>
    names.map((name, index) => write(name, index + 1)).join("");
  const last = names.length + 1;
  return {
    "[Content_Types].xml": `${XML_DECLARATION}<Types xmlns="${PACKAGE_NS}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE_PREFIX}.sheet.main+xml"/>${each((_, number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${TYPE_PREFIX}.worksheet+xml"/>`)}<Override PartName="/xl/styles.xml" ContentType="${TYPE_PREFIX}.styles+xml"/></Types>`,
    "_rels/.rels": `${XML_DECLARATION}<Relationships xmlns="${PACKAGE_NS}/relationships"><Relationship Id="rId1" Type="${OFFICE_NS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `${XML_DECLARATION}<workbook xmlns="${MAIN_NS}" xmlns:r="${OFFICE_NS}"><sheets>${each((name, number) => `<sheet name="${escapeXml(name)}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${XML_DECLARATION}<Relationships xmlns="${PACKAGE_NS}/relationships">${each((_, number) => `<Relationship Id="rId${number}" Type="${OFFICE_NS}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}<Relationship Id="rId${last}" Type="${OFFICE_NS}/styles" Target="styles.xml"/></Relationships>`,
    "xl/styles.xml": STYLES,
  };
}

const XML_ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
/** Characters that XML does not allow. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const INVALID_XML_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const escapeXml = (text: string) =>
  text.replace(INVALID_XML_CHARACTERS, "").replace(/[&<>"]/g, (sign) => XML_ESCAPES[sign] ?? "");

/** An inline string cell, which is never evaluated as a formula and keeps all digits. */
const textCell = (at: string, text: string, style = "") =>
  text === ""
    ? ""
    : `<c r="${at}" t="inlineStr"${style}><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;

const numberCell = (at: string, style: number, value: string) =>
  `<c r="${at}" s="${style}"><v>${value}</v></c>`;

/** Day 0 of a spreadsheet; programs disagree about days before 1 March 1900. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
const FIRST_DAY = Date.UTC(1900, 2, 1);
const LAST_DAY = Date.UTC(9999, 11, 31);
/** The number of digits that a spreadsheet stores exactly. */
const EXACT_DIGITS = 15;

/** Converts a local time to days since day 0, to the second; `undefined` outside the range of a spreadsheet. */
function serialOf(wallMs: number): string | undefined {
  if (wallMs < FIRST_DAY || wallMs >= LAST_DAY + DAY_MS) return undefined;
  const days = (Math.floor(wallMs / SECOND_MS) * SECOND_MS - DAY_ZERO) / DAY_MS;
  return Number.isInteger(days) ? String(days) : days.toFixed(10);
}

function cellOf(at: string, cell: ExportCell): string {
  if (typeof cell === "string") return textCell(at, cell);
  if ("whole" in cell) return numberCell(at, STYLE.whole, String(cell.whole));
  if ("amount" in cell) {
    const text = formatKobo(cell.amount);
    return String(cell.amount).length > EXACT_DIGITS
      ? textCell(at, text)
      : numberCell(at, STYLE.amount, text);
  }
  if ("day" in cell) {
    const serial = serialOf(Date.parse(`${cell.day}T00:00:00Z`));
    return serial ? numberCell(at, STYLE.day, serial) : textCell(at, cell.day);
  }
  const serial = serialOf(wallClock(cell.timeZone, cell.at).getTime());
  return serial
    ? numberCell(at, STYLE.time, serial)
    : textCell(at, formatTimestampIn(cell.timeZone, cell.at));
}

/** The letter of a column, `A` to `Z`; no table has more columns. */
const letterOf = (column: number) => String.fromCharCode(65 + column);
const rowOf = (row: ExportRow, number: number) =>
  `<row r="${number}">${row.map((cell, column) => cellOf(letterOf(column) + number, cell)).join("")}</row>`;

/** The start of a sheet: its column widths and a frozen row of titles. */
function openSheet(columns: readonly ExportColumn[]): string {
  const widths = columns.map(
    ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const titles = columns.map(({ title }, index) =>
    textCell(`${letterOf(index)}1`, title, ` s="${STYLE.title}"`),
  );
  return `${XML_DECLARATION}<worksheet xmlns="${MAIN_NS}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join("")}</cols><sheetData><row r="1">${titles.join("")}</row>`;
}

/**
 * Streams tables as a workbook with one sheet each. Chunks are compressed as they are read, so memory does not grow with
 * the number of rows.
 */
export async function* writeXlsx(tables: readonly ExportTable[]): AsyncGenerator<Uint8Array> {
  const compressed: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    compressed.push(bytes);
  });
  const add = (name: string) => {
    const file = new ZipDeflate(name, { level: 1 });
    zip.add(file);
    return (text: string, isLast = false) => file.push(Buffer.from(text), isLast);
  };
  for (const [name, text] of Object.entries(partsOf(tables.map((table) => table.name))))
    add(name)(text, true);
  for (const [index, { columns, rows }] of tables.entries()) {
    const sheet = add(`xl/worksheets/sheet${index + 1}.xml`);
    sheet(openSheet(columns));
    let number = 1;
    for await (const chunk of rows) {
      sheet(chunk.map((row) => rowOf(row, ++number)).join(""));
      yield* compressed.splice(0);
    }
    sheet("</sheetData></worksheet>", true);
  }
  zip.end();
  yield* compressed.splice(0);
}
