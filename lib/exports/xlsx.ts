import { Zip, ZipDeflate } from "fflate";
import { formatKobo } from "@/lib/core/money";
import { stampIn, wallClock } from "@/lib/core/time";
import type { ExportCell, ExportColumn, ExportRow, ExportTable } from "./cells";

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** The formats of cells, by their place in `cellXfs`. */
const STYLE = { amount: 1, title: 2, time: 3, day: 4, whole: 5 } as const;
const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="6"><xf/><xf numFmtId="4" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf numFmtId="1" applyNumberFormat="1"/></cellXfs></styleSheet>`;

/** All of a workbook but its sheets. */
function partsOf(names: readonly string[]): Record<string, string> {
  const each = (write: (name: string, number: number) => string) =>
    names.map((name, index) => write(name, index + 1)).join("");
  const last = names.length + 1;
  return {
    "[Content_Types].xml": `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>${each((_, number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${TYPES}.worksheet+xml"/>`)}<Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
    "_rels/.rels": `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${each((name, number) => `<sheet name="${escapeXml(name)}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${each((_, number) => `<Relationship Id="rId${number}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}<Relationship Id="rId${last}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    "xl/styles.xml": STYLES,
  };
}

const SIGNS: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
/** What XML cannot hold. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNFIT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const escapeXml = (text: string) => text.replace(UNFIT, "").replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? "");

/** A text as a cell that is text whatever it begins with, so that it is never run and no digit of it is lost. */
const textCell = (at: string, text: string, style = "") =>
  text === ""
    ? ""
    : `<c r="${at}" t="inlineStr"${style}><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;

const numberCell = (at: string, style: number, value: string) =>
  `<c r="${at}" s="${style}"><v>${value}</v></c>`;

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;
/** Day 0 of a spreadsheet; days before 1 March 1900 are counted differently by different programs. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
const FIRST_DAY = Date.UTC(1900, 2, 1);
const LAST_DAY = Date.UTC(9999, 11, 31);
/** A spreadsheet's numbers are exact to so many digits. */
const EXACT_DIGITS = 15;

/** A moment in days since day 0, to the second, on the clocks of its zone; `undefined` where a spreadsheet knows no such day. */
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
  return serial ? numberCell(at, STYLE.time, serial) : textCell(at, stampIn(cell.timeZone, cell.at));
}

/** `A` to `Z`; no table has more columns. */
const letterOf = (column: number) => String.fromCharCode(65 + column);
const rowOf = (row: ExportRow, number: number) =>
  `<row r="${number}">${row.map((cell, column) => cellOf(letterOf(column) + number, cell)).join("")}</row>`;

/** The beginning of a sheet: its columns' widths, and their titles in a row that stays in sight. */
function openSheet(columns: readonly ExportColumn[]): string {
  const widths = columns.map(
    ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const titles = columns.map(({ title }, index) =>
    textCell(`${letterOf(index)}1`, title, ` s="${STYLE.title}"`),
  );
  return `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join("")}</cols><sheetData><row r="1">${titles.join("")}</row>`;
}

/**
 * Tables as a workbook, a sheet each, packed chunk by chunk as they are read, so that any number of rows needs no more
 * room.
 */
export async function* writeXlsx(tables: readonly ExportTable[]): AsyncGenerator<Uint8Array> {
  const packed: Uint8Array[] = [];
  const zip = new Zip((fault, bytes) => {
    if (fault) throw fault;
    packed.push(bytes);
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
      yield* packed.splice(0);
    }
    sheet("</sheetData></worksheet>", true);
  }
  zip.end();
  yield* packed.splice(0);
}
