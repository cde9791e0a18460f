import { parse } from "csv-parse/sync";
import { z } from "zod";
import { isIdentity, isSettlementDay, parsePaymentAmount } from "@/lib/bank";
import { Failure } from "@/lib/core/errors/errors";
import type { Kobo } from "@/lib/core/money";
import type { Day } from "@/lib/core/time";

/** A readable line of the file. */
export interface ImportedLine {
  /** The line's number in the file, from 1; the header is line 1. */
  line: number;
  paymentReference: string;
  settlementReference: string;
  settledOn: Day;
  /** The stated amount in kobo. */
  amount: Kobo;
  /** Whether the amount is after fee and stamp duty. */
  isNet: boolean;
}

/** A line that cannot be imported, with the column and the remedy. */
export interface InvalidLine {
  line: number;
  detail: string;
}

/** The columns of a settlement file; it has `amount` or `net_amount`. */
const REQUIRED = ["payment_reference", "settlement_reference", "settled_on"] as const;
const AMOUNTS = ["amount", "net_amount"] as const;
type ColumnName = (typeof REQUIRED)[number] | (typeof AMOUNTS)[number];

/** Fields that are shifted by a comma in an amount would give another amount. */
const OTHER_FIELDS =
  'The number of fields differs from the first line. Put a value that has a comma in quotes, such as "12,500.50".';

const SettledOn = z.iso.date().refine(isSettlementDay);

const fault = (detail: string) =>
  new Failure("invalid_request", { detail, faults: [{ pointer: "/csv", detail }] });

/**
 * Parses a settlement file: CSV (RFC 4180) in UTF-8, first line the column names, amounts in naira such as `12500.50` or
 * `12,500.50`. Returns the readable and the invalid lines. Throws `Failure("invalid_request")` at `/csv` if it is no CSV,
 * a column is missing, or it has no lines.
 */
export function parseSettlementFile(text: string): { lines: ImportedLine[]; invalid: InvalidLine[] } {
  const { columns, records } = readRecords(text);
  if (records.length === 0)
    throw fault("The file has no lines below its column names. Add one line for each settled payment.");
  requireColumns(columns);
  const lines: ImportedLine[] = [];
  const invalid: InvalidLine[] = [];
  for (const { record, info } of records) {
    const parsed = info.error ? { line: info.lines, detail: OTHER_FIELDS } : parseLine(record, info.lines);
    if ("detail" in parsed) invalid.push(parsed);
    else lines.push(parsed);
  }
  return separateContradictions(lines, invalid);
}

type CsvRecord = Partial<Record<ColumnName, string>>;

interface Read {
  record: CsvRecord;
  /** `error`: the line has more or fewer fields than the first one. */
  info: { lines: number; error?: Error | undefined };
}

function readRecords(text: string): { columns: string[]; records: Read[] } {
  let columns: string[] = [];
  const setColumns = (names: string[]) => {
    columns = names.map((name) => name.trim().toLowerCase().replaceAll(" ", "_"));
    return columns;
  };
  try {
    const records: Read[] = parse(text, {
      bom: true,
      columns: setColumns,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    });
    return { columns, records };
  } catch (thrown) {
    const isCsvError = thrown instanceof Error && "code" in thrown && String(thrown.code).startsWith("CSV_");
    throw isCsvError ? fault(`The file is not valid CSV: ${thrown.message}`) : thrown;
  }
}

function requireColumns(names: string[]): void {
  const missing = REQUIRED.filter((name) => !names.includes(name));
  if (missing.length > 0)
    throw fault(`The file has no column ${missing.join(", ")}. Name its columns in the first line.`);
  if (AMOUNTS.filter((name) => names.includes(name)).length !== 1)
    throw fault("The file must have one of the columns amount and net_amount (after fee and stamp duty).");
}

function parseLine(record: CsvRecord, line: number): ImportedLine | InvalidLine {
  const invalid = (detail: string): InvalidLine => ({ line, detail });
  const { payment_reference: paymentReference = "", settlement_reference: settlementReference = "" } = record;
  for (const [name, value] of Object.entries({
    payment_reference: paymentReference,
    settlement_reference: settlementReference,
  })) {
    if (value === "") return invalid(`${name} is empty.`);
    if (!isIdentity(value)) return invalid(`${name} is too long or has characters that no reference has.`);
  }
  const settledOn = SettledOn.safeParse(record.settled_on).data;
  if (!settledOn) return invalid("settled_on must be a date such as 2026-11-24.");
  const isNet = record.amount === undefined;
  const text = (record.amount ?? record.net_amount ?? "").replace(/(?<=\d),(?=\d{3})/g, "");
  const amount = parsePaymentAmount(text, "naira");
  if (amount === undefined)
    return invalid(`${isNet ? "net_amount" : "amount"} must be an amount in naira such as 12500.50.`);
  return { line, paymentReference, settlementReference, settledOn, amount, isNet };
}

/** Moves lines to the invalid ones that give a settlement a second day, or list a payment of a settlement again. */
function separateContradictions(lines: ImportedLine[], invalid: InvalidLine[]) {
  const firstOfSettlement = new Map<string, ImportedLine>();
  const firstOfPayment = new Map<string, ImportedLine>();
  const consistent = lines.filter((line) => {
    const { settlementReference, paymentReference } = line;
    const first = setDefault(firstOfSettlement, settlementReference, line);
    const same = setDefault(firstOfPayment, JSON.stringify([settlementReference, paymentReference]), line);
    if (first.settledOn !== line.settledOn)
      invalid.push({
        line: line.line,
        detail: `settled_on must be ${first.settledOn}, as in line ${first.line} of the same settlement.`,
      });
    else if (same !== line)
      invalid.push({ line: line.line, detail: `This payment is in line ${same.line} already.` });
    else return true;
    return false;
  });
  return { lines: consistent, invalid: invalid.toSorted((one, other) => one.line - other.line) };
}

/** Returns the map's value of the key, after setting it to `value` if it has none. */
function setDefault<V>(map: Map<string, V>, key: string, value: V): V {
  const existing = map.get(key);
  if (existing === undefined) map.set(key, value);
  return existing ?? value;
}
