import type { z } from "zod";
import { foundIn, type Search, searchIn, windowsOf } from "@/lib/catalogue";
import type { PaymentFilters } from "@/lib/catalogue/contract";
import type { Id } from "@/lib/core/ids";
import { lagosStamp } from "@/lib/core/lagos";
import { formatKobo, type Kobo } from "@/lib/core/money";
import type { Scope } from "@/lib/core/scope";
import type { Db } from "@/lib/db/client";
import type { TransactionStatus } from "@/lib/db/schema";
import type { LiveRow } from "@/lib/live/contract";
import { presentShown, type ShownRow, shownPayments } from "@/lib/transactions";

/** A cell of an exported table: a text, or an amount as a plain decimal. */
export type ExportCell = string | { amount: string };
export type ExportRow = readonly ExportCell[];

/** What an export is of, told before its rows. */
export interface ExportHead {
  version: bigint;
  eventName: string;
}

export const COLUMNS = [
  "Number",
  "Paid (Lagos)",
  "Paid (UTC)",
  "Payer",
  "Bank",
  "Bank code",
  "Account ends in",
  "Narration",
  "Channel",
  "Terminal",
  "Operator",
  "Status",
  "Amount",
  "Currency",
  "Bank reference",
  "Recorded (Lagos)",
  "Recorded (UTC)",
  "Settled on",
  "Payment id",
] as const;

/** Numbers that are looked through at once: some ten milliseconds' work and a few hundred kilobytes. */
const STRETCH = 2_000n;

interface Rest {
  number: bigint;
  createdAt: Date;
  bankRef: string;
  settledOn: string | null;
}

/**
 * The head of an export, then chunk after chunk its rows, newest recorded first, and at the end what they come to. All
 * of one snapshot. Rejects with `Failure("not_found")` before the head.
 */
export async function* readExport(
  db: Db,
  scope: Scope,
  sessionId: Id<"session">,
  filters: PaymentFilters,
): AsyncGenerator<ExportHead | ExportRow[]> {
  const { state, search } = await searchIn(db, scope, sessionId, filters);
  const [event] = await db.sql<{ name: string }[]>`select name from sessions where session_id = ${sessionId}`;
  yield { version: state.version, eventName: event?.name ?? "" };
  const totals = { successful: none(), pending: none(), failed: none() };
  for (const window of windowsOf(search, state.lastNumber, STRETCH)) {
    const rows = await readWindow(db, search, window);
    for (const { shown } of rows) {
      totals[shown.status].count++;
      totals[shown.status].amount += shown.amount;
    }
    if (rows.length > 0) yield rows.map(cellsOf);
  }
  yield totalRows(totals, state.version);
}

const none = () => ({ count: 0, amount: 0n });

interface One {
  shown: z.output<typeof LiveRow>;
  rest: Rest;
}

async function readWindow(db: Db, search: Search, window: { after: bigint; before: bigint }): Promise<One[]> {
  const { sql } = db;
  // As an array, which is looked up number by number: a database without statistics would compare each with each.
  const found = () => sql`
    t.session_id = ${search.sessionId} and t.number = any(array(select t.number from ${foundIn(db, search, window)}))`;
  const rows = await sql<ShownRow[]>`${shownPayments(db)} where ${found()} order by t.number desc`;
  const rests = await sql<Rest[]>`
    select t.number, t.created_at as "createdAt", t.bank_ref as "bankRef", t.settled_on::text as "settledOn"
    from transactions t where ${found()} order by t.number desc`;
  return rests.flatMap((rest, index) => {
    const row = rows[index];
    return row ? [{ shown: presentShown(row), rest }] : [];
  });
}

const CHANNELS = { bank_transfer: "Bank transfer", pos: "POS" };

function cellsOf({ shown, rest }: One): ExportRow {
  return [
    String(shown.number),
    lagosStamp(shown.paid_at),
    shown.paid_at.toISOString(),
    shown.sender_name,
    shown.bank_name,
    shown.sender_bank,
    shown.account_tail,
    shown.narration,
    CHANNELS[shown.channel],
    shown.terminal_label ?? "",
    shown.operator_name ?? "",
    shown.status,
    { amount: formatKobo(shown.amount) },
    "NGN",
    rest.bankRef,
    lagosStamp(rest.createdAt),
    rest.createdAt.toISOString(),
    rest.settledOn ?? "",
    shown.id,
  ];
}

/** What the rows come to: what was taken, then what is in no total, then which version of the event all of it is. */
function totalRows(
  totals: Record<TransactionStatus, { count: number; amount: Kobo }>,
  version: bigint,
): ExportRow[] {
  const line = (words: string, status: TransactionStatus) => {
    const { count, amount } = totals[status];
    return padded([words, `${count} payments`], { status, amount: formatKobo(amount) });
  };
  return [
    line("Total taken", "successful"),
    line("Pending, not counted", "pending"),
    line("Failed, not counted", "failed"),
    padded(["Event version", String(version)]),
  ];
}

function padded(words: [string, string], sum?: { status: string; amount: string }): ExportRow {
  const cells: ExportCell[] = COLUMNS.map(() => "");
  [cells[0], cells[1]] = words;
  if (sum) [cells[11], cells[12], cells[13]] = [sum.status, { amount: sum.amount }, "NGN"];
  return cells;
}
