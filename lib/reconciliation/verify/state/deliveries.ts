import { attemptsKeptFrom } from "@/lib/webhooks";
import { inScope, type Run, reportRows } from "../difference";

/**
 * Compares the events with their transactions, their attempts and their webhook endpoints: the session's, one that it had
 * before its URL was changed, or an organisation-wide one.
 */
export async function deliveryStates(run: Run): Promise<void> {
  await missing(run);
  await states(run);
  await strayed(run);
}

function missing(run: Run) {
  return reportRows(
    run,
    run.db.sql`
      select c.session_id, 'event of ' || c.id || ' ' || c.status as what, 'none' as kept, 'one' as derived
      from transactions c join sessions s using (session_id)
      left join webhook_deliveries d on d.session_id = c.session_id and d.transaction_id = c.id and d.transaction_status = c.status
        and not d.is_organisation_wide
      where ${inScope(run)} and s.webhook_endpoint_id is not null and c.created_at >= coalesce(s.webhook_since, c.created_at)
        and d.id is null`,
  );
}

/**
 * The last attempt of a delivered event was accepted; that of a failed one was not, unless the event was skipped by an
 * operator or its endpoint was removed. The schedule counts both. An event that is resent is pending and keeps `delivered_at`. An attempt has no row
 * if the process ended before recording it, and an accepted one has no effect if its lease had expired. The attempts of an event past
 * their retention may be absent.
 */
function states(run: Run) {
  return reportRows(
    run,
    run.db.sql`
      select c.session_id, 'state of event ' || c.id as what,
        concat_ws(' ', c.state, 'delivered at ' || c.delivered_at, 'after', c.attempt_count, 'attempts') as kept,
        concat_ws(' ', coalesce(a.attempts, 0), 'attempts, the last', coalesce(a.last, 0) || ', the last accepted', coalesce(a.accepted, 0)) as derived
      from webhook_deliveries c
      left join (select c.session_id, c.delivery_id, count(*) as attempts, max(c.number) as last,
          max(c.number) filter (where c.status between 200 and 299 and c.error is null) as accepted
        from webhook_attempts c where ${inScope(run)} group by 1, 2) a
        on a.session_id = c.session_id and a.delivery_id = c.id
      where ${inScope(run)} and not (c.state = 'failed' and exists (
          select from service_state k
          where k.name like 'events_skipped %' and c.created_at <= (k.details ->> 'created_until')::timestamptz))
        and not (c.state = 'failed' and c.webhook_endpoint_id in (select id from webhook_endpoints where removed_at is not null))
        and (c.attempt_count < coalesce(a.last, 0) or c.uncounted_attempts not between 0 and c.attempt_count
        or (c.state = 'delivered' and c.delivered_at is null)
        or (c.state <> 'pending' and c.uncounted_attempts = c.attempt_count)
        or c.id >= ${attemptsKeptFrom(run.db)} and (c.delivered_at is not null and a.accepted is null or case c.state when 'delivered' then a.accepted is distinct from c.attempt_count
          when 'failed' then a.last is distinct from c.attempt_count or a.accepted = c.attempt_count
          else a.accepted = c.attempt_count and c.uncounted_attempts < c.attempt_count end))`,
  );
}

function strayed(run: Run) {
  return reportRows(
    run,
    run.db.sql`
      select c.session_id, concat('attempt ', c.number, ' of ', c.delivery_id) as what,
        concat_ws(' ', c.status, case when c.error is null then 'without error' else 'with an error' end) as kept,
        case when d.id is null then 'no event' else 'a number from 1 on, and an error unless accepted' end as derived
      from webhook_attempts c left join webhook_deliveries d on d.session_id = c.session_id and d.id = c.delivery_id
      where ${inScope(run)} and (d.id is null or c.number < 1
        or (c.error is null) <> coalesce(c.status between 200 and 299, false))
      union all
      select c.session_id, 'endpoint of event ' || c.id, concat_ws(' ', c.webhook_endpoint_id, c.is_organisation_wide),
        case when c.is_organisation_wide then 'an organisation-wide endpoint' else coalesce(s.webhook_endpoint_id, 'none') end
      from webhook_deliveries c left join sessions s using (session_id)
      left join webhook_endpoints e on e.id = c.webhook_endpoint_id and e.organisation_id = c.organisation_id and e.mode = c.mode
      where ${inScope(run)} and case when c.is_organisation_wide then e.event_types is null
        else c.webhook_endpoint_id is distinct from s.webhook_endpoint_id and not exists (
          select from audit_entries a where a.organisation_id = c.organisation_id and a.session_id = c.session_id
            and a.action = 'changed_webhook_url' and a.details ->> 'from' = c.webhook_endpoint_id) end`,
  );
}
