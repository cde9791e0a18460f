import { inScope, type Run, reportRows } from "../difference";

/** Compares `settled_on` with the applied settlement lines one to one, and checks the states of the other lines. */
export async function settledDays(run: Run): Promise<void> {
  await marks(run);
  if (!run.sessionId) await lines(run);
}

function marks(run: Run) {
  return reportRows(
    run,
    run.db.sql`
      select c.session_id, 'settlement of ' || c.id as what, coalesce(c.settled_on::text, 'not settled') as kept,
        concat(coalesce(l.settled_on::text, 'not settled'), ', ', c.status) as derived
      from transactions c
      left join retired_payments r on r.session_id = c.session_id and r.transaction_id = c.id
      left join settlement_lines l on l.mode = c.mode and l.bank_connection_id = c.bank_connection_id
        and l.payment_key = c.payment_key and l.state = 'applied' and r.transaction_id is null
      where ${inScope(run)} and (c.settled_on is distinct from l.settled_on
        or (c.settled_on is not null and c.status <> 'successful'))`,
  );
}

/**
 * An applied line has a settled transaction; a waiting one has a pending transaction or the exception for an unreported
 * payment, which needs no exception at an organisation's own connection; a rejected one has the exception that states the difference.
 */
function lines(run: Run) {
  return reportRows(
    run,
    run.db.sql`
      select t.session_id, concat_ws(' ', 'settlement line', c.id, 'of', c.payment_key) as what, c.state as kept,
        coalesce(concat_ws(' ', 'transaction', t.status, 'settled on ' || t.settled_on), 'no transaction') as derived
      from settlement_lines c
      left join payment_identities p using (mode, bank_connection_id, payment_key)
      left join bank_connections b on b.id = c.bank_connection_id
      left join transactions t on t.id = p.transaction_id
      cross join lateral (select
        coalesce(bool_or(e.reason = 'settlement_mismatch'), false) as is_mismatch,
        coalesce(bool_or(e.reason = 'settlement_unreported'), false) as is_unreported
        from exceptions e where e.mode = c.mode and e.bank_connection_id = c.bank_connection_id
          and e.correlation_key = c.payment_key and e.notification_id = c.notification_id) e
      where p.mode is null or case c.state when 'applied' then t.settled_on is distinct from c.settled_on
        when 'refused' then not e.is_mismatch
        else case when t.id is null then not (e.is_unreported or b.organisation_id is not null) else t.status <> 'pending' end end`,
  );
}
