import type { z } from "zod";
import { notFound } from "@/lib/core/errors";
import type { Id } from "@/lib/core/ids";
import type { Kobo } from "@/lib/core/money";
import { hasPermission, type Scope } from "@/lib/core/scope";
import { asOrganisationSnapshot, type Db, systemSnapshot } from "@/lib/db/client";
import { ownSessionCondition } from "@/lib/db/guard";
import type { TransactionStatus } from "@/lib/db/schema";
import { type PaymentRow, paymentRows, toPaymentJson } from "@/lib/transactions";
import type { PaymentFilters, PaymentsPage, PaymentTotals } from "./contract";
import { normaliseText } from "./normalise-text";
import { noTotals, scanMatches } from "./scan-matches";
import { passes, patternsOf, type Search } from "./search-query";

interface State {
  version: bigint;
  lastNumber: bigint;
  upTo: bigint;
  patterns: string[];
}

/**
 * A session as a search finds it, with the words of the search folded; to be asked within the SQL transaction that
 * searches, which it has planned by what is searched for. Without the permission to see whole account numbers only their
 * last four digits are searched: a number could be recovered digit by digit. Throws `Failure("not_found")`.
 */
export async function searchIn(
  db: Db,
  scope: Scope,
  sessionId: Id<"session">,
  filters: PaymentFilters,
): Promise<{ state: State; search: Search }> {
  const { sql } = db;
  const [state] = await sql<State[]>`
    select c.version, c.last_number as "lastNumber", coalesce(k.up_to, 0) as "upTo",
      array(select ${normaliseText(db, sql`pattern`)} from unnest(${patternsOf(filters.q)}::text[]) with ordinality as p(pattern, place)
        order by place) as patterns,
      -- How much a text narrows down is known by the text alone: no plan is for all.
      set_config('plan_cache_mode', 'force_custom_plan', true) as planning
    from (select * from session_counters where ${ownSessionCondition(db, scope, sessionId)}) c
    left join catalogues k using (session_id)`;
  if (!state) throw notFound("session");
  const { upTo, patterns } = state;
  const hidesAccounts = !hasPermission(scope, "reveal_account");
  return { state, search: { ...scope, sessionId, filters, upTo, patterns, hidesAccounts } };
}

/**
 * A page of a session's payments that pass the filters, newest recorded first, with how many there are and what they
 * come to; all of one version of the session. Totals come with the first page alone, exact where neither a text nor a
 * time narrows them. No look costs much more than a tenth of a second: where it ends before its page is full, `next`
 * says where to go on. Throws `Failure("not_found")`.
 */
export function findPayments(
  scope: Scope,
  sessionId: Id<"session">,
  filters: PaymentFilters,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<z.output<typeof PaymentsPage>> {
  return snapshotFor(scope, filters, async (db) => {
    const { state, search } = await searchIn(db, scope, sessionId, filters);
    const isCounting = before === undefined && isCounted(filters);
    const top = before === undefined ? state.lastNumber + 1n : BigInt(before);
    const gathered = await scanMatches(db, search, { before: top, limit, isCounting });
    const kept = before === undefined && !isCounting ? await keptTotals(db, search) : undefined;
    return {
      version: Number(state.version),
      transaction_count: Number(state.lastNumber),
      totals: isCounting ? gathered.totals : (kept ?? null),
      rows: await readRows(db, search, gathered.numbers),
      next: gathered.next === null ? null : Number(gathered.next),
    };
  });
}

/**
 * Row-level security keeps LIKE from going by an index, for it cannot know that LIKE tells nothing of rows it must not
 * show. So a text is looked for as the system; every statement names the caller's organisation and session itself.
 */
function snapshotFor<T>(
  { organisationId }: Scope,
  { q }: PaymentFilters,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  return q ? systemSnapshot(work) : asOrganisationSnapshot(organisationId, work);
}

/** Whether matches must be counted: the kept totals know neither texts nor times. */
export function isCounted({ q, from, to }: PaymentFilters): boolean {
  return Boolean(q || from || to);
}

/** What the kept totals say of a search without text and time. */
export async function keptTotals(db: Db, { sessionId, filters }: Search): Promise<PaymentTotals> {
  const rows = await db.sql<{ status: TransactionStatus; count: bigint; amount: Kobo }[]>`
    select status, sum(count)::bigint as count, sum(amount)::bigint as amount
    from (select status, channel, nullif(terminal_id, '') as terminal_id, nullif(operator_id, '') as operator_id, count, amount
      from session_totals where session_id = ${sessionId}) t
    where ${passes(db, filters)} group by status`;
  const totals = noTotals();
  for (const { status, count, amount } of rows) totals[status] = { count: Number(count), amount };
  return totals;
}

async function readRows(db: Db, { sessionId }: Search, numbers: bigint[]) {
  if (numbers.length === 0) return [];
  const rows = await db.sql<PaymentRow[]>`
    ${paymentRows(db)} where t.session_id = ${sessionId} and t.number = any(${numbers.map(String)}::text[]::bigint[])
    order by t.number desc`;
  return rows.map(toPaymentJson);
}
