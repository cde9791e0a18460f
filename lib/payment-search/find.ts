import type { z } from "zod";
import { Failure, notFound } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import type { Kobo } from "@/lib/core/money";
import { hasPermission, type Scope } from "@/lib/core/scope";
import type { TransactionStatus } from "@/lib/core/transaction";
import { type Db, readSnapshot, readSystemSnapshot } from "@/lib/db/client";
import { ownSessionCondition, type SessionState } from "@/lib/db/session-state";
import { type PaymentRow, paymentRows, toPaymentJson } from "@/lib/transactions";
import type { PaymentFilters, PaymentsPage, PaymentTotals } from "./contract";
import { normaliseText } from "./normalise-text";
import { noTotals, scanMatches } from "./scan-matches";
import { filterCondition, type Search, toLikePatterns } from "./search-query";

interface State {
  version: bigint;
  lastNumber: bigint;
  upTo: bigint;
  patterns: string[];
  status: SessionState["status"];
  isReplica: boolean;
}

/**
 * Prepares a search: reads the session's state and the normalised search patterns. Must run in the SQL transaction that
 * executes the search, because it forces custom query plans there. Without the permission to see complete account
 * numbers only their last four digits are searched; otherwise a number could be recovered digit by digit. Throws
 * `Failure("not_found")`.
 */
export async function prepareSearch(
  db: Db,
  scope: Scope,
  sessionId: Id<"session">,
  filters: PaymentFilters,
): Promise<{ state: State; search: Search }> {
  const { sql } = db;
  const [state] = await sql<State[]>`
    select c.version, c.status, pg_is_in_recovery() as is_replica, c.last_sequence as last_number, coalesce(k.indexed_through, 0) as up_to,
      array(select ${normaliseText(db, sql`pattern`)} from unnest(${toLikePatterns(filters.q)}::text[]) with ordinality as p(pattern, place)
        order by place) as patterns,
      -- The selectivity depends on the search text, so a generic plan must not be used.
      set_config('plan_cache_mode', 'force_custom_plan', true) as planning
    from (select * from session_states where ${ownSessionCondition(db, scope, sessionId)}) c
    left join search_index_progress k using (session_id)`;
  if (!state) throw notFound("session");
  const { upTo, patterns } = state;
  const hidesAccounts = !hasPermission(scope, "reveal_account");
  return { state, search: { ...scope, sessionId, filters, indexedThrough: upTo, patterns, hidesAccounts } };
}

/**
 * Returns a page of a session's payments that match the filters, most recently recorded first, with their totals; all
 * from one snapshot. Only the first page has totals; they are exact if no text, time or order filter is set. A
 * request takes little more than a tenth of a second: if the budget ends before the page is full, `next` is where to
 * continue. Throws `Failure("not_found")`.
 */
export function findPayments(
  scope: Scope,
  sessionId: Id<"session">,
  filters: PaymentFilters,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<z.output<typeof PaymentsPage>> {
  return snapshotFor(scope, filters, async (db) => {
    const { state, search } = await prepareSearch(db, scope, sessionId, filters);
    refuseLiveListOfReplica(state, filters);
    const isCounting = before === undefined && needsCounting(filters);
    const top = before === undefined ? state.lastNumber + 1n : BigInt(before);
    const result = await scanMatches(db, search, { before: top, limit, isCounting });
    const storedTotals = before === undefined && !isCounting ? await readStoredTotals(db, search) : undefined;
    return {
      version: Number(state.version),
      transaction_count: Number(state.lastNumber),
      totals: isCounting ? result.totals : (storedTotals ?? null),
      rows: await readRows(db, search, result.numbers),
      next: result.next === null ? null : Number(result.next),
    };
  });
}

/**
 * Runs text searches as the system role: under row-level security LIKE cannot use an index, because the operator is not
 * leakproof. Every statement therefore filters by the caller's organisation and session itself.
 */
function snapshotFor<T>(scope: Scope, { q }: PaymentFilters, work: (db: Db) => Promise<T>): Promise<T> {
  return q ? readSystemSnapshot(scope, work) : readSnapshot(scope, work);
}

/**
 * The list of all payments of an active event is continued by its live stream, so it must not be older than the stream: the
 * read is repeated on the primary.
 */
function refuseLiveListOfReplica({ status, isReplica }: State, filters: PaymentFilters): void {
  const isUnfiltered = Object.values(filters).every((filter) => filter === undefined);
  if (isReplica && isUnfiltered && status === "active")
    throw new Failure("unavailable", { internal: "a live list is read from the primary" });
}

/** Whether matches must be counted: the stored totals have no text, time or order dimension. */
function needsCounting({ q, from, to, order }: PaymentFilters): boolean {
  return Boolean(q || from || to || order);
}

/** Reads the totals of a search without text and time filters from the stored totals. */
async function readStoredTotals(db: Db, { sessionId, filters }: Search): Promise<PaymentTotals> {
  const rows = await db.sql<{ status: TransactionStatus; count: bigint; amount: Kobo }[]>`
    select status, sum(count)::bigint as count, sum(amount)::bigint as amount
    from (select status, channel, nullif(terminal_id, '') as terminal_id, nullif(operator_id, '') as operator_id, count, amount
      from session_totals where session_id = ${sessionId}) t
    where ${filterCondition(db, filters)} group by status`;
  const totals = noTotals();
  for (const { status, count, amount } of rows) totals[status] = { count: Number(count), amount };
  return totals;
}

async function readRows(db: Db, { sessionId }: Search, numbers: bigint[]) {
  if (numbers.length === 0) return [];
  const rows = await db.sql<PaymentRow[]>`
    ${paymentRows(db)} where t.session_id = ${sessionId} and t.sequence = any(${numbers.map(String)}::text[]::bigint[])
    order by t.sequence desc`;
  return rows.map(toPaymentJson);
}
