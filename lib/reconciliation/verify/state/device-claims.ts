import { SANDBOX_CONNECTION } from "@/lib/bank";
import { inScope, type Run, reportRows } from "../difference";

/**
 * Compares each proved device claim with its payment's exception and with the resulting device, and each open pairing
 * with the owner of its device. Claims belong to no session and are compared only in a run over all.
 */
export async function deviceClaims(run: Run): Promise<void> {
  await pairings(run);
  if (run.sessionId) return;
  await provedClaims(run);
  await withoutClaim(run);
}

/** A currently paired device belongs to the pairing's organisation. A terminal's own id is not a device. */
function pairings(run: Run) {
  return reportRows(
    run,
    run.db.sql`
      select c.session_id, concat('device of pairing ', c.id, ' of ', c.terminal_id) as what,
        concat_ws(' ', c.organisation_id, c.mode, c.bank_connection_id, c.device) as kept, 'not its device' as derived
      from device_pairings c
      where ${inScope(run)} and c.paired_to is null and c.device <> c.terminal_id and not exists (
        select from devices d
        where d.organisation_id = c.organisation_id and d.mode = c.mode and d.serial = c.device and d.released_at is null
          and (d.bank_connection_id = c.bank_connection_id or ${SANDBOX_CONNECTION} in (d.bank_connection_id, c.bank_connection_id)))`,
  );
}

/** A proved claim has one exception of its organisation, with a payment of its amount on its device within its period. */
function provedClaims(run: Run) {
  return reportRows(
    run,
    run.db.sql`
      select null as session_id, 'proof of ' || c.id as what,
        concat_ws(' ', c.organisation_id, c.mode, c.bank_connection_id, c.serial, c.amount, c.payment_key, c.device_id) as kept,
        concat_ws(' ', coalesce(e.id, 'no exception'), e.organisation_id, e.session_id, e.amount, e.credit->>'paidAt',
          coalesce(d.id, 'no device'), d.organisation_id, d.mode, d.bank_connection_id, d.serial, d.method) as derived
      from device_claims c
      left join exceptions e on e.mode = c.mode and e.bank_connection_id = c.bank_connection_id
        and e.correlation_key = c.payment_key and e.reason = 'device_claim' and e.organisation_id = c.organisation_id
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
      select c.session_id, 'claim of ' || c.id as what, c.correlation_key as kept, 'no proved claim' as derived
      from exceptions c
      where c.reason = 'device_claim' and not exists (
        select from device_claims p where p.mode = c.mode and p.bank_connection_id = c.bank_connection_id
          and p.payment_key = c.correlation_key and p.organisation_id = c.organisation_id and p.amount = c.amount)
      union all
      select null, 'claim of ' || d.id, d.serial, 'no proved claim'
      from devices d where d.method = 'proof' and not exists (select from device_claims p where p.device_id = d.id)`,
  );
}
