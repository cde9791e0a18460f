import type { z } from "zod";
import type { Id } from "@/lib/core/ids";
import type { Kobo } from "@/lib/core/money";
import type { Scope } from "@/lib/core/scope";
import type { TransactionStatus } from "@/lib/core/transaction";
import type { Db } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { sessions, transactions } from "@/lib/db/schema";
import { listRanges, matchesInRange, prepareSearch, type Search } from "@/lib/payment-search";
import type { PaymentFilters } from "@/lib/payment-search/contract";
import type { ReturnStatus } from "@/lib/reversals/contract";
import { type PaymentRow, paymentRows, toPaymentJson } from "@/lib/transactions";
import type { PaymentJson } from "@/lib/transactions/contract";
import {
  type ExportCell,
  type ExportColumn,
  type ExportRow,
  type ExportTable,
  toTimeCells,
  toTimeColumns,
} from "./cells";

/** The header data of an export, yielded before its rows. */
export interface ExportHead {
  version: bigint;
  eventName: string;
}

/** Totals of the exported payments by status; complete once all rows have been read. */
export type Totals = Partial<Record<TransactionStatus, { count: number; amount: Kobo }>>;

/** Sequences per read: a few milliseconds, because the work blocks the event loop. */
const SEQUENCES_PER_READ = 100n;

type Rest = RowOf<typeof transactions, "sequence" | "createdAt" | "bankRef" | "settledOn">;

interface Wanted {
  scope: Scope;
  sessionId: Id<"session">;
  filters: PaymentFilters;
  /** The time zone of the local times. */
  timeZone: string;
  /** Accumulates the totals as the rows are read. */
  totals: Totals;
  /** Where a read that ended early continues. */
  progress: Progress;
}

/** How far an export has been read; empty at its start. */
export interface Progress {
  /** All rows from this sequence on have been yielded. */
  readFrom?: bigint;
}

/**
 * Yields the head of an export, then its rows in chunks, most recently recorded first, all from one snapshot. Rejects
 * with `Failure("not_found")` before the head. A second read with the same `progress` continues after the rows of the first.
 */
export async function* readExport(
  db: Db,
  { scope, sessionId, filters, timeZone, totals, progress }: Wanted,
): AsyncGenerator<ExportHead | ExportRow[]> {
  const { state, search } = await prepareSearch(db, scope, sessionId, filters);
  const [event] = await db.sql<
    RowOf<typeof sessions, "name">[]
  >`select name from sessions where session_id = ${sessionId}`;
  const last = progress.readFrom === undefined ? state.lastNumber : progress.readFrom - 1n;
  if (progress.readFrom === undefined) yield { version: state.version, eventName: event?.name ?? "" };
  progress.readFrom ??= last + 1n;
  const columns = paymentColumns(timeZone);
  for (const window of listRanges(search, last, SEQUENCES_PER_READ)) {
    const rows = await readRange(db, search, window);
    progress.readFrom = window.after + 1n;
    for (const { shown } of rows) addToTotals(totals, shown);
    if (rows.length > 0) yield rows.map((row) => columns.map(({ cell }) => cell(row)));
  }
}

function addToTotals(totals: Totals, { status, amount }: ExportedPayment["shown"]): void {
  const { count, amount: before } = totals[status] ?? { count: 0, amount: 0n };
  totals[status] = { count: count + 1, amount: before + amount };
}

interface ExportedPayment {
  shown: z.output<typeof PaymentJson>;
  rest: Rest;
}

async function readRange(
  db: Db,
  search: Search,
  window: { after: bigint; before: bigint },
): Promise<ExportedPayment[]> {
  const { sql } = db;
  // `any(array(…))` forces index lookups: a planner without statistics would choose a nested loop over both sides.
  const found = () => sql`
    t.session_id = ${search.sessionId} and t.sequence = any(array(select t.sequence from ${matchesInRange(db, search, window)}))`;
  const rows = await sql<PaymentRow[]>`${paymentRows(db)} where ${found()} order by t.sequence desc`;
  const details = await sql<Rest[]>`
    select t.sequence, t.created_at, t.bank_ref, t.settled_on::text as settled_on
    from transactions t where ${found()} order by t.sequence desc`;
  return details.flatMap((rest, index) => {
    const row = rows[index];
    return row ? [{ shown: toPaymentJson(row), rest }] : [];
  });
}

const RETURNS: Record<ReturnStatus, string> = {
  disputed: "disputed",
  reversed: "reversed",
  refunded: "refunded",
  refund_in_progress: "refund in progress",
  partly_refunded: "partly refunded",
  refund_failed: "refund failed",
  none: "",
};
const CHANNELS = { bank_transfer: "Bank transfer", pos: "POS" };

/** A column of exported payments and its cell of each payment. */
interface PaymentColumn extends ExportColumn {
  cell: (payment: ExportedPayment) => ExportCell;
}

const column = (title: string, width: number, cell: PaymentColumn["cell"]): PaymentColumn => ({
  title,
  width,
  cell,
});

const timeColumns = (
  what: string,
  timeZone: string,
  timeOf: (payment: ExportedPayment) => Date | null,
): PaymentColumn[] =>
  toTimeColumns(what, timeZone).map((head, index) => ({
    ...head,
    cell: (payment) => toTimeCells(timeOf(payment), timeZone)[index] ?? "",
  }));

/** The columns of exported payments; local times are in the given time zone. */
export const paymentColumns = (timeZone: string): PaymentColumn[] => [
  column("Number", 9, ({ shown }) => ({ whole: shown.sequence })),
  ...timeColumns("Payment time", timeZone, ({ shown }) => shown.paid_at),
  column("Payer", 28, ({ shown }) => shown.sender_name),
  column("Bank", 20, ({ shown }) => shown.bank_name),
  column("Bank code", 11, ({ shown }) => shown.sender_bank),
  column("Account ends in", 15, ({ shown }) => shown.account_tail),
  column("Narration", 32, ({ shown }) => shown.narration),
  column("Channel", 14, ({ shown }) => CHANNELS[shown.channel]),
  column("Terminal", 13, ({ shown }) => shown.terminal_label ?? ""),
  column("Operator", 22, ({ shown }) => shown.operator_name ?? ""),
  column("Status", 12, ({ shown }) => shown.status),
  column("Amount", 16, ({ shown }) => ({ amount: shown.amount })),
  column("Currency", 9, () => "NGN"),
  column("Bank reference", 34, ({ rest }) => rest.bankRef),
  ...timeColumns("Recorded", timeZone, ({ rest }) => rest.createdAt),
  column("Settled on", 12, ({ rest }) => (rest.settledOn ? { day: rest.settledOn } : "")),
  column("Payment id", 32, ({ shown }) => shown.id),
  column("Refund or dispute", 20, ({ shown }) => (shown.returns ? RETURNS[shown.returns.status] : "")),
  column("Returned", 16, ({ shown }) => (shown.returns ? { amount: shown.returns.returned } : "")),
  column("Order reference", 20, ({ shown }) => shown.order?.reference ?? ""),
];

const TOTALS: readonly [TransactionStatus, string][] = [
  ["successful", "Taken (successful)"],
  ["pending", "Pending, not counted"],
  ["failed", "Failed, not counted"],
];

/** The totals sheet of an export, with its event and version. Its rows must be read after all payments. */
export function totalsTable({ eventName, version }: ExportHead, totals: Totals): ExportTable {
  async function* rows(): AsyncGenerator<ExportRow[]> {
    yield TOTALS.map(([status, label]) => {
      const { count = 0, amount = 0n } = totals[status] ?? {};
      return [label, { whole: count }, { amount }, "NGN"];
    });
    yield [
      ["Event", eventName],
      ["Event version", String(version)],
    ];
  }
  const columns = [
    { title: "Totals", width: 24 },
    { title: "Payments", width: 12 },
    { title: "Amount", width: 18 },
    { title: "Currency", width: 9 },
  ];
  return { name: "Totals", columns, rows: rows() };
}
