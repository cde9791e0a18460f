import { SANDBOX_CONNECTION } from "@/lib/bank";
import { inScope, type Run, reportRows } from "./difference";

/**
 * Compares each proved device claim with the exception of its payment and with the device that it gave, and each open
 * pairing with the owner of its device. Claims belong to no session and are compared only with all.
 */
export async function deviceClaims(run: Run): Promise<void> {
  await pairings(run);
  if (run.sessionId) return;
  await provedClaims(run);
  await withoutClaim(run);
}

/** A device that is paired now is its organisation's; a terminal's own id is no device. */
function pairings(run: Run) {
  return reportRows(
    run,
    run.db.sql`
      select c.session_id as "sessionId", concat('device of pairing ', c.id, ' of ', c.terminal_id) as what,
        concat_ws(' ', c.organisation_id, c.mode, c.bank_connection_id, c.device) as kept, 'not its device' as derived
      from device_pairings c
      where ${inScope(run)} and c.paired_to is null and c.device <> c.terminal_id and not exists (
        select from devices d
        where d.organisation_id = c.organisation_id and d.mode = c.mode and d.serial = c.device and d.released_at is null
          and (d.bank_connection_id = c.bank_connection_id or ${SANDBOX_CONNECTION} in (d.bank_connection_id, c.bank_connection_id)))`,
  );
}

/** A proved claim has one payment of its amount, made on its device in its time, in an exception of its organisation. */
function provedClaims(run: Run) {
  return reportRows(
    run,
    run.db.sql`
      select null as "sessionId", 'proof of ' || c.id as what,
        concat_ws(' ', c.organisation_id, c.mode, c.bank_connection_id, c.serial, c.amount, c.payment_key, c.device_id) as kept,
        concat_ws(' ', coalesce(e.id, 'no exception'), e.organisation_id, e.session_id, e.amount, e.credit->>'paidAt',
          coalesce(d.id, 'no device'), d.organisation_id, d.mode, d.bank_connection_id, d.serial, d.method) as derived
      from device_claims c
      left join exceptions e on e.mode = c.mode and e.bank_connection_id = c.bank_connection_id
        and e.subject = c.payment_key and e.reason = 'device_claim' and e.organisation_id = c.organisation_id
      left join devices d on d.id = c.device_id
      cross join lateral (select (e.credit->>'paidAt')::timestamptz as stated) p
      cross join lateral (select case when p.stated between '2000-01-01Z' and e.created_at + interval '24 hours'
        then p.stated else e.created_at end as paid_at) t
      where c.state = 'proved' and (e.id is null or d.id is null
        or e.session_id is not null or e.amount <> c.amount or not coalesce(e.credit->'devices' ? c.serial, false)
        or t.paid_at <= c.created_at - interval '1 second' or t.paid_at >= c.expires_at or e.created_at < c.created_at
        or (d.organisation_id, d.mode, d.bank_connection_id, d.serial, d.method, d.claimed_by, d.claimed_at)
          is distinct from (c.organisation_id, c.mode, c.bank_connection_id, c.serial, 'proof', c.requested_by, c.ended_at))`,
  );
}

function withoutClaim(run: Run) {
  return reportRows(
    run,
    run.db.sql`
      select c.session_id as "sessionId", 'claim of ' || c.id as what, c.subject as kept, 'no proved claim' as derived
      from exceptions c
      where c.reason = 'device_claim' and not exists (
        select from device_claims p where p.mode = c.mode and p.bank_connection_id = c.bank_connection_id
          and p.payment_key = c.subject and p.organisation_id = c.organisation_id and p.amount = c.amount)
      union all
      select null, 'claim of ' || d.id, d.serial, 'no proved claim'
      from devices d where d.method = 'proof' and not exists (select from device_claims p where p.device_id = d.id)`,
  );
}
