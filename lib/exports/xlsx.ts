import { Zip, ZipDeflate } from "fflate";
import type { ExportCell, ExportRow } from "./rows";

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** All of a workbook but its one sheet. Style 1 is an amount, style 2 a head. */
const PARTS: Record<string, string> = {
  "[Content_Types].xml": `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
  "_rels/.rels": `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  "xl/workbook.xml": `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Payments" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  "xl/styles.xml": `${HEAD}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="4" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
};
const SHEET = {
  open: `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`,
  close: "</sheetData></worksheet>",
};

const SIGNS: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
/** What XML cannot hold. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNFIT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** A text as a cell that is text whatever it begins with, so that it is never run and no digit of it is lost. */
function textCell(text: string, style = ""): string {
  const safe = text.replace(UNFIT, "").replace(/[&<>]/g, (sign) => SIGNS[sign] ?? "");
  return `<c t="inlineStr"${style}><is><t xml:space="preserve">${safe}</t></is></c>`;
}

const cellOf = (cell: ExportCell) =>
  typeof cell === "string" ? textCell(cell) : `<c s="1"><v>${cell.amount}</v></c>`;
const rowOf = (row: ExportRow) => `<row>${row.map(cellOf).join("")}</row>`;
const headOf = (row: ExportRow) =>
  `<row>${row.map((cell) => textCell(String(cell), ' s="2"')).join("")}</row>`;

/** Rows as a workbook of one sheet, packed chunk by chunk as they are read, so that any number of them needs no more room. */
export async function* writeXlsx(
  columns: ExportRow,
  chunks: AsyncIterable<ExportRow[]>,
): AsyncGenerator<Uint8Array> {
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
  for (const [name, text] of Object.entries(PARTS)) add(name)(text, true);
  const sheet = add("xl/worksheets/sheet1.xml");
  sheet(SHEET.open + headOf(columns));
  for await (const rows of chunks) {
    sheet(rows.map(rowOf).join(""));
    yield* packed.splice(0);
  }
  sheet(SHEET.close, true);
  zip.end();
  yield* packed.splice(0);
}
