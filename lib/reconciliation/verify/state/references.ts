import { isPastRetention } from "@/lib/notification-retention";
import { inScope, type Run, reportRows } from "../difference";

/**
 * Checks the stored notifications and the references to them: each body matches its digest, an erased one that of what was
 * kept of it, and is stored once, every referenced notification exists, and every notification's outcome exists. Only a
 * notification past retention has no body.
 */
export async function references(run: Run): Promise<void> {
  await digests(run);
  await copies(run);
  await outcomes(run);
  await unrelated(run);
  await missing(run);
  await reversals(run);
}

function digests(run: Run) {
  return reportRows(
    run,
    run.db.sql`
      select c.session_id, 'digest of ' || c.id as what, encode(c.digest, 'hex') as kept,
        encode(sha256(c.body), 'hex') as derived
      from bank_notifications c where ${inScope(run)} and coalesce(c.erased_digest, c.digest) <> sha256(c.body)
      union all
      select c.session_id, 'digest of ' || c.id, encode(c.digest, 'hex'), 'another in its erased body'
      from bank_notifications c where ${inScope(run)} and c.erased_digest is not null
        and position(convert_to('"digest":"' || encode(c.digest, 'hex') || '"', 'UTF8') in c.body) = 0
        and not ${isPastRetention(run.db, run.db.sql`c`)}
      union all
      select c.session_id, 'provider of ' || c.id, concat_ws(' ', c.provider, c.bank_connection_id), coalesce(b.provider, 'no connection')
      from bank_notifications c left join bank_connections b on b.id = c.bank_connection_id
      where ${inScope(run)} and b.provider is distinct from c.provider`,
  );
}

/** The same bytes are stored once for each subject and session (`findSavedNotification`). */
function copies(run: Run) {
  return reportRows(
    run,
    run.db.sql`
      select session_id, 'notifications with the bytes of ' || min(id) as what, count(*)::text as kept, '1' as derived
      from bank_notifications c where ${inScope(run)}
      group by mode, bank_connection_id, correlation_key, digest, session_id having count(*) > 1`,
  );
}

function outcomes(run: Run) {
  return reportRows(
    run,
    run.db.sql`
      select c.session_id, 'outcome of ' || c.id as what, c.outcome as kept,
        coalesce('recorded ' || t.id, 'no transaction') as derived
      from bank_notifications c left join transactions t on t.notification_id = c.id and t.session_id = c.session_id
      where ${inScope(run)} and (c.outcome = 'recorded') <> (t.id is not null)
      union all
      select c.session_id, 'outcome of ' || c.id, c.outcome, 'no transaction of ' || c.correlation_key
      from bank_notifications c where ${inScope(run)} and c.outcome = 'status' and not exists (
        select from payment_identities p where p.mode = c.mode and p.bank_connection_id = c.bank_connection_id
          and p.payment_key = c.correlation_key and p.session_id = c.session_id)
        and not exists (
          select from retired_payments r where r.session_id = c.session_id and r.mode = c.mode
            and r.bank_connection_id = c.bank_connection_id and r.payment_key = c.correlation_key)`,
  );
}

/**
 * An unrelated payment is one of an organisation's own connection, names no account there, and has the row by which it is
 * found again.
 */
function unrelated(run: Run) {
  return reportRows(
    run,
    run.db.sql`
      select c.session_id, 'outcome of ' || c.id as what, c.outcome as kept,
        case when b.organisation_id is null or c.mode <> 'live' then 'not at an organisation''s connection'
          when u.notification_id is null then 'no account or device to find it by' else 'account of ' || s.session_id end as derived
      from bank_notifications c
      left join bank_connections b on b.id = c.bank_connection_id
      left join unrelated_payments u on u.notification_id = c.id and u.bank_connection_id = c.bank_connection_id
      left join payment_identities p on p.mode = c.mode and p.bank_connection_id = c.bank_connection_id
        and p.payment_key = c.correlation_key and p.transaction_id is not null
      left join lateral (select session_id from sessions s where s.account_connection_id = c.bank_connection_id
        and s.account_number = u.account limit 1) s on p.mode is null
      where ${inScope(run)} and c.outcome = 'unrelated'
        and (b.organisation_id is null or c.mode <> 'live' or u.notification_id is null or s.session_id is not null)`,
  );
}

/** References of exceptions, reversals and settlement lines; transactions are compared with their notification elsewhere. */
function missing(run: Run) {
  return reportRows(
    run,
    run.db.sql`
      select c.session_id, 'notification of ' || c.id as what, c.notification_id as kept,
        coalesce(concat_ws(' ', n.id, n.mode, n.provider, n.bank_connection_id, n.outcome, n.received_at), 'none') as derived
      from (
        select id, session_id, notification_id, mode, bank_connection_id, provider, null as outcome,
          case when reason <> 'not_confirmed' then created_at end as received_at from exceptions
        union all select id, session_id, notification_id, mode, bank_connection_id, null, 'reversal', received_at from reversals
        union all select id, null, notification_id, mode, bank_connection_id, null, 'settlement', received_at from settlement_lines) c
      left join bank_notifications n on n.id = c.notification_id
      where ${inScope(run)} and (n.id is null
        or (n.mode, n.bank_connection_id) is distinct from (c.mode, c.bank_connection_id)
        or n.provider <> c.provider or n.outcome <> c.outcome or n.received_at <> c.received_at
        or (n.outcome = 'exception' and n.session_id <> c.session_id))`,
  );
}

/** A reversal refers to the transaction that is or was recorded under its identity. */
function reversals(run: Run) {
  return reportRows(
    run,
    run.db.sql`
      select c.session_id, 'transaction of ' || c.id as what, coalesce(c.transaction_id, 'none') as kept,
        coalesce(p.transaction_id, 'none') as derived
      from reversals c
      left join payment_identities p using (mode, bank_connection_id, payment_key)
      left join transactions t on t.id = c.transaction_id
      where ${inScope(run)} and (p.mode is null
        or (c.transaction_id is null and p.transaction_id is not null)
        or (c.transaction_id is not null and (t.mode, t.bank_connection_id, t.payment_key, t.session_id)
          is distinct from (c.mode, c.bank_connection_id, c.payment_key, c.session_id)))`,
  );
}
