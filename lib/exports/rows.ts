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
import { type CellColumn, column, type ExportRow, type ExportTable, timeColumns, toExportRow } from "./cells";

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
    if (rows.length > 0) yield rows.map((row) => toExportRow(columns, row));
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

/** The columns of exported payments; local times are in the given time zone. */
export const paymentColumns = (timeZone: string): CellColumn<ExportedPayment>[] => [
  column("Number", ({ shown }) => ({ whole: shown.sequence }), 9),
  ...timeColumns<ExportedPayment>("Payment time", timeZone, ({ shown }) => shown.paid_at),
  column("Payer", ({ shown }) => shown.sender_name, 28),
  column("Bank", ({ shown }) => shown.bank_name, 20),
  column("Bank code", ({ shown }) => shown.sender_bank, 11),
  column("Account ends in", ({ shown }) => shown.account_tail, 15),
  column("Narration", ({ shown }) => shown.narration, 32),
  column("Channel", ({ shown }) => CHANNELS[shown.channel], 14),
  column("Terminal", ({ shown }) => shown.terminal_label ?? "", 13),
  column("Operator", ({ shown }) => shown.operator_name ?? "", 22),
  column("Status", ({ shown }) => shown.status, 12),
  column("Amount", ({ shown }) => ({ amount: shown.amount }), 16),
  column("Currency", () => "NGN", 9),
  column("Bank reference", ({ rest }) => rest.bankRef, 34),
  ...timeColumns<ExportedPayment>("Recorded", timeZone, ({ rest }) => rest.createdAt),
  column("Settled on", ({ rest }) => (rest.settledOn ? { day: rest.settledOn } : ""), 12),
  column("Payment id", ({ shown }) => shown.id, 32),
  column("Refund or dispute", ({ shown }) => (shown.returns ? RETURNS[shown.returns.status] : ""), 20),
  column("Returned", ({ shown }) => (shown.returns ? { amount: shown.returns.returned } : ""), 16),
  column("Order reference", ({ shown }) => shown.order?.reference ?? "", 20),
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
