import { inScope, type Run, reportRows } from "../difference";

/**
 * Compares transactions and payment identities one to one: a transaction is referenced by its identity or, after a
 * failed confirmation, by `retired_payments`; an identity without a transaction has the row that it was created for.
 */
export async function identities(run: Run): Promise<void> {
  await ofTransactions(run);
  await redirected(run);
  await retired(run);
  await unconfirmed(run);
  await withoutReview(run);
  if (!run.sessionId) await empty(run);
}

function ofTransactions(run: Run) {
  return reportRows(
    run,
    run.db.sql`
      select c.session_id, 'identity of ' || c.id as what,
        coalesce(p.transaction_id, case when p.mode is null then 'no identity' else 'an identity without transaction' end) as kept, c.id as derived
      from transactions c
      left join payment_identities p on p.mode = c.mode and p.bank_connection_id = c.bank_connection_id and p.payment_key = c.payment_key
      left join retired_payments r on r.session_id = c.session_id and r.transaction_id = c.id
      where ${inScope(run)} and case when r.transaction_id is null
        then p.transaction_id is distinct from c.id or p.session_id is distinct from c.session_id
        else p.transaction_id is not distinct from c.id or c.status <> 'failed' end`,
  );
}

function redirected(run: Run) {
  return reportRows(
    run,
    run.db.sql`
      select c.session_id, concat_ws(' ', 'transaction of identity', c.mode, c.bank_connection_id, c.payment_key) as what,
        coalesce(c.transaction_id, 'none') as kept, coalesce(t.payment_key, 'none') as derived
      from payment_identities c left join transactions t on t.id = c.transaction_id
      where ${inScope(run)} and (c.transaction_id is not null or c.session_id is not null)
        and (t.session_id, t.mode, t.bank_connection_id, t.payment_key)
          is distinct from (c.session_id, c.mode, c.bank_connection_id, c.payment_key)`,
  );
}

function retired(run: Run) {
  return reportRows(
    run,
    run.db.sql`
      select c.session_id, 'retired identity of ' || c.transaction_id as what,
        concat_ws(' ', c.mode, c.bank_connection_id, c.payment_key) as kept,
        coalesce(concat_ws(' ', t.mode, t.bank_connection_id, t.payment_key), 'none') as derived
      from retired_payments c left join transactions t on t.id = c.transaction_id
      where ${inScope(run)} and ((t.session_id, t.mode, t.bank_connection_id, t.payment_key)
          is distinct from (c.session_id, c.mode, c.bank_connection_id, c.payment_key)
        or not exists (select from exceptions e where e.mode = c.mode and e.bank_connection_id = c.bank_connection_id
          and e.correlation_key = c.payment_key and e.reason = 'not_confirmed' and e.transaction_id = c.transaction_id))`,
  );
}

/** A payment with an open confirmation is pending; one without an answer for a day has an exception. */
function unconfirmed(run: Run) {
  return reportRows(
    run,
    run.db.sql`
      select c.session_id, 'confirmation of ' || c.transaction_id as what,
        concat_ws(' ', c.mode, c.provider, c.bank_connection_id, c.payment_key, case when c.is_overdue then 'overdue' end) as kept,
        coalesce(concat_ws(' ', t.mode, t.provider, t.bank_connection_id, t.payment_key, t.status), 'none') as derived
      from payment_confirmations c left join transactions t on t.id = c.transaction_id
      where ${inScope(run)} and ((t.session_id, t.mode, t.provider, t.bank_connection_id, t.payment_key, t.status)
          is distinct from (c.session_id, c.mode, c.provider, c.bank_connection_id, c.payment_key, 'pending')
        or c.is_overdue <> exists (select from exceptions e where e.mode = c.mode
          and e.bank_connection_id = c.bank_connection_id and e.correlation_key = c.payment_key and e.reason = 'not_confirmed'
          and e.transaction_id = c.transaction_id))`,
  );
}

/** The rows beside the payment that make an identity need review. */
const reviewed = ({ db: { sql } }: Run) => sql`(
  select mode, bank_connection_id, payment_key from reversals
  union select mode, bank_connection_id, payment_key from settlement_lines
  union select mode, bank_connection_id, payment_key from retired_payments
  union select mode, bank_connection_id, correlation_key from exceptions
    where reason in ('unknown_destination', 'session_closed', 'unsupported_channel', 'unsupported_currency', 'device_claim'))`;

function withoutReview(run: Run) {
  return reportRows(
    run,
    run.db.sql`
      select c.session_id, concat_ws(' ', 'review of identity', mode, bank_connection_id, payment_key) as what,
        case when c.needs_review is null then 'no identity' else 'not needed' end as kept, 'needed' as derived
      from ${reviewed(run)} r left join payment_identities c using (mode, bank_connection_id, payment_key)
      where ${inScope(run)} and c.needs_review is distinct from true`,
  );
}

function empty(run: Run) {
  return reportRows(
    run,
    run.db.sql`
      select c.session_id, concat_ws(' ', 'identity', c.mode, c.bank_connection_id, c.payment_key) as what,
        'without transaction' as kept, 'no reversal, settlement line or exception' as derived
      from payment_identities c left join ${reviewed(run)} r using (mode, bank_connection_id, payment_key)
      where c.transaction_id is null and r.mode is null`,
  );
}
