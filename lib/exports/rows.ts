import type { z } from "zod";
import type { Id } from "@/lib/core/ids";
import type { Kobo } from "@/lib/core/money";
import type { Scope } from "@/lib/core/scope";
import type { Db } from "@/lib/db/client";
import type { TransactionStatus } from "@/lib/db/schema";
import type { LiveRow } from "@/lib/live/contract";
import { foundIn, type Search, searchIn, windowsOf } from "@/lib/payment-search";
import type { PaymentFilters } from "@/lib/payment-search/contract";
import { type PaymentRow, paymentRows, toPaymentJson } from "@/lib/transactions";
import { type ExportColumn, type ExportRow, type ExportTable, timeCells, timeColumns } from "./cells";

/** What an export is of, told before its rows. */
export interface ExportHead {
  version: bigint;
  eventName: string;
}

/** What exported payments come to, by status; complete once every row has been read. */
export type Totals = Partial<Record<TransactionStatus, { count: number; amount: Kobo }>>;

const text = (title: string, width: number): ExportColumn => ({ title, width });

/** The columns of exported payments, with local times in a time zone. */
export const columnsIn = (timeZone: string): ExportColumn[] => [
  text("Number", 9),
  ...timeColumns("Payment time", timeZone),
  text("Payer", 28),
  text("Bank", 20),
  text("Bank code", 11),
  text("Account ends in", 15),
  text("Narration", 32),
  text("Channel", 14),
  text("Terminal", 13),
  text("Operator", 22),
  text("Status", 12),
  text("Amount", 16),
  text("Currency", 9),
  text("Bank reference", 34),
  ...timeColumns("Recorded", timeZone),
  text("Settled on", 12),
  text("Payment id", 32),
];

/** Numbers that are looked through at once: a few milliseconds' work, for which every other request waits. */
const STRETCH = 100n;

interface Rest {
  number: bigint;
  createdAt: Date;
  bankRef: string;
  settledOn: string | null;
}

interface Wanted {
  scope: Scope;
  sessionId: Id<"session">;
  filters: PaymentFilters;
  /** Of the local times. */
  timeZone: string;
  /** What the rows come to is added up here, as they are read. */
  totals: Totals;
}

/**
 * The head of an export, then chunk after chunk its rows, newest recorded first. All of one snapshot. Rejects with
 * `Failure("not_found")` before the head.
 */
export async function* readExport(
  db: Db,
  { scope, sessionId, filters, timeZone, totals }: Wanted,
): AsyncGenerator<ExportHead | ExportRow[]> {
  const { state, search } = await searchIn(db, scope, sessionId, filters);
  const [event] = await db.sql<{ name: string }[]>`select name from sessions where session_id = ${sessionId}`;
  yield { version: state.version, eventName: event?.name ?? "" };
  for (const window of windowsOf(search, state.lastNumber, STRETCH)) {
    const rows = await readWindow(db, search, window);
    for (const { shown } of rows) add(totals, shown);
    if (rows.length > 0) yield rows.map((row) => cellsOf(row, timeZone));
  }
}

function add(totals: Totals, { status, amount }: One["shown"]): void {
  const { count, amount: before } = totals[status] ?? { count: 0, amount: 0n };
  totals[status] = { count: count + 1, amount: before + amount };
}

interface One {
  shown: z.output<typeof LiveRow>;
  rest: Rest;
}

async function readWindow(db: Db, search: Search, window: { after: bigint; before: bigint }): Promise<One[]> {
  const { sql } = db;
  // As an array, which is looked up number by number: a database without statistics would compare each with each.
  const found = () => sql`
    t.session_id = ${search.sessionId} and t.number = any(array(select t.number from ${foundIn(db, search, window)}))`;
  const rows = await sql<PaymentRow[]>`${paymentRows(db)} where ${found()} order by t.number desc`;
  const rests = await sql<Rest[]>`
    select t.number, t.created_at as "createdAt", t.bank_ref as "bankRef", t.settled_on::text as "settledOn"
    from transactions t where ${found()} order by t.number desc`;
  return rests.flatMap((rest, index) => {
    const row = rows[index];
    return row ? [{ shown: toPaymentJson(row), rest }] : [];
  });
}

const CHANNELS = { bank_transfer: "Bank transfer", pos: "POS" };

function cellsOf({ shown, rest }: One, timeZone: string): ExportRow {
  return [
    { whole: shown.number },
    ...timeCells(shown.paid_at, timeZone),
    shown.sender_name,
    shown.bank_name,
    shown.sender_bank,
    shown.account_tail,
    shown.narration,
    CHANNELS[shown.channel],
    shown.terminal_label ?? "",
    shown.operator_name ?? "",
    shown.status,
    { amount: shown.amount },
    "NGN",
    rest.bankRef,
    ...timeCells(rest.createdAt, timeZone),
    rest.settledOn ? { day: rest.settledOn } : "",
    shown.id,
  ];
}

const TOTALS: readonly [TransactionStatus, string][] = [
  ["successful", "Taken (successful)"],
  ["pending", "Pending, not counted"],
  ["failed", "Failed, not counted"],
];

/** What the payments of an export come to, by status, and of which event and version they are. Read after their rows. */
export function totalsTable({ eventName, version }: ExportHead, totals: Totals): ExportTable {
  async function* rows(): AsyncGenerator<ExportRow[]> {
    yield TOTALS.map(([status, words]) => {
      const { count = 0, amount = 0n } = totals[status] ?? {};
      return [words, { whole: count }, { amount }, "NGN"];
    });
    yield [
      ["Event", eventName],
      ["Event version", String(version)],
    ];
  }
  const columns = [text("Totals", 24), text("Payments", 12), text("Amount", 18), text("Currency", 9)];
  return { name: "Totals", columns, rows: rows() };
}
