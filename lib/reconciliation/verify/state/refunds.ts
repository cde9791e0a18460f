import { inScope, type Run, reportRows } from "../difference";

/**
 * Compares each refund with its payment, with the audit entries of its request, its decision and its outcome, and with the
 * other refunds of its payment, which are together not above it; and each audited request with its refund.
 */
export async function refunds(run: Run): Promise<void> {
  await rows(run);
  await sums(run);
  await withoutRow(run);
}

function rows(run: Run) {
  const { sql } = run.db;
  const values = sql`c.organisation_id, c.mode, c.session_id, c.transaction_id, c.bank_connection_id, c.payment_key, c.method,
    c.amount, c.reason, c.requested_by, c.requested_member_id, c.requested_at, c.decided_by, c.decided_at, c.state,
    c.bank_reference, c.detail, c.finished_at`;
  const isFinal = sql`c.state in ('completed', 'failed')`;
  return reportRows(
    run,
    sql`
      select c.session_id, 'refund ' || c.id as what, concat_ws(' ', ${values}) as kept,
        concat_ws(' ', coalesce(t.id, 'no payment'), coalesce(r.id, 'no request'), d.action, d.at, f.action, f.at) as derived
      from refunds c
      left join lateral (select * from transactions where id = c.transaction_id offset 0) t on true
      left join audit_entries r on r.subject = c.id
        and r.action = case c.method when 'bank' then 'requested_refund' else 'marked_refunded' end
      left join audit_entries d on d.subject = c.id and d.action in ('approved_refund', 'declined_refund')
      left join audit_entries f on f.subject = c.id and f.action in ('completed_refund', 'failed_refund')
      where ${inScope(run)} and (
        (t.organisation_id, t.mode, t.session_id, t.bank_connection_id, t.payment_key, t.status) is distinct from
          (c.organisation_id, c.mode, c.session_id, c.bank_connection_id, c.payment_key, 'successful')
        or (r.organisation_id, r.session_id, r.actor, r.member_id, r.at, r.details->>'payment', r.details->>'amount', r.details->>'reason')
          is distinct from (c.organisation_id, c.session_id, c.requested_by, c.requested_member_id, c.requested_at,
            c.transaction_id, (c.amount / 100)::text || '.' || lpad((c.amount % 100)::text, 2, '0'), c.reason)
        or (d.actor, d.at) is distinct from (c.decided_by, c.decided_at)
        or (c.state = 'awaiting_approval') is distinct from (coalesce(r.details->>'approval' = 'required', false) and d.id is null)
        or (c.state = 'declined') is distinct from coalesce(d.action = 'declined_refund', false)
        or (c.method = 'bank' and ${isFinal}) is distinct from (f.id is not null)
        or f.id is not null and (f.action, f.at, f.details->>'reference', f.details->>'detail') is distinct from
          (c.state || '_refund', c.finished_at, c.bank_reference, c.detail)
        or c.state = 'declined' and (c.finished_at is distinct from d.at or c.bank_reference <> '' or c.detail <> '')
        or c.method = 'manual' and (c.state, c.finished_at, c.bank_reference, c.detail) is distinct from
          ('completed', r.at, r.details->>'reference', ''))`,
  );
}

function sums(run: Run) {
  return reportRows(
    run,
    run.db.sql`
      select c.session_id, 'refunds of ' || c.transaction_id as what, c.total::text as kept, 'at most ' || t.amount as derived
      from (select c.session_id, c.transaction_id, sum(c.amount) as total from refunds c
        where ${inScope(run)} and c.state not in ('failed', 'declined') group by 1, 2) c
      join lateral (select * from transactions where id = c.transaction_id offset 0) t on true
      where c.total > t.amount`,
  );
}

function withoutRow(run: Run) {
  return reportRows(
    run,
    run.db.sql`
      select c.session_id, 'refund ' || c.subject as what, 'none' as kept, c.action as derived
      from audit_entries c where ${inScope(run)} and c.action in ('requested_refund', 'marked_refunded')
        and not exists (select from refunds f where f.id = c.subject)`,
  );
}
