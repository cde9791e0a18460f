import type { Id } from "@/lib/core/ids";
import type { TransactionStatus } from "@/lib/core/transaction";
import type { RowOf } from "@/lib/db/rows";
import type { expectedPaymentMatches, expectedPaymentProgress, transactions } from "@/lib/db/schema";
import { deriveMatches } from "@/lib/expected-payments";
import { inScope, type Run, reportRows } from "./difference";
import { expectedPaymentEvents } from "./messages/expected-payment-events";

/** Transactions that are matched again at a time. */
const PAGE_SIZE = 5_000n;

type Progress = RowOf<typeof expectedPaymentProgress, "sessionId" | "startedAfter" | "matchedThrough">;
type Stored = RowOf<
  typeof expectedPaymentMatches,
  "sequence" | "expectedPaymentId" | "matchedBy" | "isCounted"
>;
type Payment = RowOf<typeof transactions, "sequence" | "amount" | "narration" | "createdAt"> & {
  status: TransactionStatus;
  /** Whether its narration is erased, from which its match was derived. */
  isErased: boolean;
};

/**
 * Matches every transaction again with the expected payments of its session, as far as the matcher came, and compares
 * the matches, the sums and the statuses that follow from them. The match of a payment whose narration is erased cannot be
 * derived again; its sum is compared.
 */
export async function expectedPayments(run: Run): Promise<void> {
  await progress(run);
  await terms(run);
  await sums(run);
  await strayed(run);
  await expectedPaymentEvents(run);
  const sessions = await run.db.sql<Progress[]>`
    select session_id, started_after, matched_through from expected_payment_progress c where ${inScope(run)}`;
  for (const session of sessions) await matches(run, session);
}

function progress(run: Run) {
  return reportRows(
    run,
    run.db.sql`
      select session_id, 'matched transactions' as what,
        coalesce(c.started_after || ' to ' || c.matched_through, 'none') as kept,
        concat('from ', e.first, ', at most ', coalesce(k.last_sequence, 0)) as derived
      from expected_payment_progress c
      full join (
        select session_id, min(after_sequence) as first, bool_or(match_by_amount) as reserves_amounts
        from expected_payments group by 1) e using (session_id)
      left join session_states k using (session_id)
      where ${run.sessionId ? run.db.sql`session_id = ${run.sessionId}` : run.db.sql`true`}
        and (c.session_id is null or c.started_after is distinct from e.first or c.matched_through < c.started_after
        or c.matched_through > coalesce(k.last_sequence, 0) or c.reserves_amounts is distinct from e.reserves_amounts)`,
  );
}

/** The numbers are gapless and in the order of creation; reserved amounts are near and overlap in no two windows. */
function terms(run: Run) {
  const { sql } = run.db;
  return reportRows(
    run,
    sql`
      select c.session_id, 'terms of ' || c.id as what,
        concat_ws(' ', c.sequence, c.reference_key, c.amount_key, c.after_sequence) as kept,
        concat_ws(' ', c.place, c.key, c.amount, c.previous_after) as derived
      from (select c.*, c.session_id || ' ' || lower(regexp_replace(c.reference, '[-_./]', '', 'g')) as key,
          row_number() over numbered as place, lag(c.after_sequence) over numbered as previous_after
        from expected_payments c where ${inScope(run)}
        window numbered as (partition by c.session_id order by c.sequence)) c
      join session_states k using (session_id)
      where c.sequence <> c.place or c.reference_key <> c.key or c.amount_key <> c.session_id || ' ' || c.amount_to_pay or c.after_sequence < coalesce(c.previous_after, 0)
        or c.after_sequence > k.last_sequence
        or case when c.match_by_amount then abs(c.amount_to_pay - c.amount) not between 1 and 99 or c.expires_at is null
          else c.amount_to_pay <> c.amount end
      union all
      select c.session_id, 'reserved amount of ' || c.id, c.amount_to_pay::text, 'reserved for ' || o.id
      from expected_payments c join expected_payments o on o.session_id = c.session_id and o.amount_to_pay = c.amount_to_pay
        and o.match_by_amount and o.sequence < c.sequence
      where ${inScope(run)} and c.match_by_amount and o.expires_at > c.created_at`,
  );
}

/** Sums and statuses follow from the matches, and the expiry from how far the session's expiries were stored. */
function sums(run: Run) {
  return reportRows(
    run,
    run.db.sql`
      select c.session_id, 'payments of ' || c.id as what,
        concat_ws(' ', c.amount_paid, 'kobo,', c.payment_count, 'payments, last', c.last_transaction_sequence, c.status) as kept,
        concat_ws(' ', d.amount, 'kobo,', d.count, 'payments, last', d.last) as derived
      from expected_payments c
      join expected_payment_progress p using (session_id)
      left join (
        select c.expected_payment_id, sum(t.amount) as amount, count(*) as count, max(t.sequence) as last
        from expected_payment_matches c join transactions t on t.session_id = c.session_id and t.sequence = c.sequence
        where ${inScope(run)} and c.is_counted group by 1) m on m.expected_payment_id = c.id
      cross join lateral (select coalesce(m.amount, 0) as amount, coalesce(m.count, 0) as count, m.last) d
      where ${inScope(run)} and ((c.amount_paid, c.payment_count, c.last_transaction_sequence)
          is distinct from (d.amount, d.count, d.last)
        or case when d.amount > greatest(c.amount, c.amount_to_pay) then c.status <> 'overpaid'
          when d.amount >= least(c.amount, c.amount_to_pay) then c.status <> 'paid'
          when c.status = 'expired' then coalesce(c.expires_at > p.expired_through, true)
          when c.expires_at <= p.expired_through then true
          when d.amount > 0 then c.status <> 'underpaid'
          else c.status <> 'awaiting' end)`,
  );
}

/** Matches of transactions that were not matched yet, or do not exist. */
function strayed(run: Run) {
  return reportRows(
    run,
    run.db.sql`
      select c.session_id, 'expected payment of number ' || c.sequence as what, c.expected_payment_id as kept, 'none' as derived
      from expected_payment_matches c left join expected_payment_progress p using (session_id)
      where ${inScope(run)} and not coalesce(c.sequence > p.started_after and c.sequence <= p.matched_through, false)`,
  );
}

async function matches(run: Run, { sessionId, startedAfter, matchedThrough }: Progress): Promise<void> {
  for (let after = startedAfter; after < matchedThrough; after += PAGE_SIZE) {
    const upTo = after + PAGE_SIZE < matchedThrough ? after + PAGE_SIZE : matchedThrough;
    await comparePage(run, sessionId, { after, upTo });
  }
}

async function comparePage(
  { db, report }: Run,
  sessionId: Id<"session">,
  { after, upTo }: { after: bigint; upTo: bigint },
): Promise<void> {
  const payments = await db.sql<Payment[]>`
    select sequence, amount, narration, created_at, status, exists (
        select from bank_notifications n where n.id = t.notification_id and n.erased_digest is not null) as is_erased
    from transactions t where session_id = ${sessionId} and sequence > ${after} and sequence <= ${upTo}`;
  const stored = await db.sql<Stored[]>`
    select sequence, expected_payment_id, matched_by, is_counted from expected_payment_matches
    where session_id = ${sessionId} and sequence > ${after} and sequence <= ${upTo}`;
  const erased = new Set(payments.flatMap(({ sequence, isErased }) => (isErased ? sequence : [])));
  const statuses = new Map(payments.map(({ sequence, status }) => [sequence, status]));
  const derived = new Map(
    (await deriveMatches(db, { sessionId, reservesAmounts: true }, payments)).map((match) => [
      match.transaction.sequence,
      match,
    ]),
  );
  const kept = new Map(stored.map((one) => [one.sequence, one]));
  const describe = (one: Pick<Stored, "expectedPaymentId" | "matchedBy"> | undefined) =>
    one ? `${one.expectedPaymentId} by ${one.matchedBy}` : "none";
  const wrong = [...new Set([...derived.keys(), ...kept.keys()])].filter((sequence) => {
    const status = statuses.get(sequence);
    const match = kept.get(sequence);
    if (erased.has(sequence)) return match?.isCounted === true && status !== "successful";
    // A pending one that has become final is counted, or its match deleted, a moment later.
    if (!match) return status !== "failed";
    return (
      describe(match) !== describe(derived.get(sequence)) || (match.isCounted && status !== "successful")
    );
  });
  report(
    wrong.map((sequence) => ({
      ...{ sessionId, what: `expected payment of number ${sequence}` },
      kept: `${describe(kept.get(sequence))}${kept.get(sequence)?.isCounted ? ", counted" : ""}`,
      derived: `${describe(derived.get(sequence))}, ${statuses.get(sequence) ?? "no transaction"}`,
    })),
  );
}
