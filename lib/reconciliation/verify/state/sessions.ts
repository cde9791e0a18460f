import { SANDBOX_CONNECTION } from "@/lib/bank";
import { inScope, type Run, reportRows } from "../difference";

/**
 * Compares each session with the audit entry of its close, and the ids of its terminals and its webhook endpoint with
 * the values that they are derived from.
 */
export async function sessions(run: Run): Promise<void> {
  await closes(run);
  await origins(run);
  await accounts(run);
  await terminals(run);
  await overlaps(run);
  await endpoints(run);
}

/** Every close has an audit entry of the same time. */
function closes(run: Run) {
  return reportRows(
    run,
    run.db.sql`
      select c.session_id, 'state of the session' as what,
        concat_ws(' ', c.status, 'closed at ' || c.closed_at) as kept,
        concat_ws(', ', 'closed at ' || a.at || ' in the audit trail', 'closed in ' || late.id,
          case when a.at is null and late.id is null then 'not closed' end, 'not before ' || c.last_created_at) as derived
      from session_states c
      left join (select organisation_id, session_id, min(at) as at from audit_entries c
        where ${inScope(run)} and action = 'closed_event' group by 1, 2) a using (organisation_id, session_id)
      left join (select session_id, min(id) as id from exceptions c
        where ${inScope(run)} and reason = 'session_closed' group by 1) late using (session_id)
      where ${inScope(run)} and ((c.status = 'closed') <> (c.closed_at is not null)
        or (c.status = 'active' and (a.at is not null or late.id is not null))
        or c.closed_at <> a.at or c.closed_at < c.last_created_at)`,
  );
}

/** Each session has a state row, created with it. Its terminal fragment is part of its id (`terminalFragment`). */
function origins(run: Run) {
  return reportRows(
    run,
    run.db.sql`
      select c.session_id, 'origin of the session' as what,
        concat_ws(', ', c.currency, c.terminal_fragment, 'counter row of ' || k.last_created_at, 'webhook ' || c.webhook_version) as kept,
        concat_ws(', ', 'NGN', substr(c.session_id, 15, 10), 'counter row of ' || c.created_at, 'webhook ' || k.webhook_version) as derived
      from sessions c left join session_states k using (session_id)
      where ${inScope(run)} and (k.session_id is null or (k.last_sequence = 0 and k.last_created_at <> c.created_at)
        or c.webhook_version <> k.webhook_version or c.currency <> 'NGN' or c.terminal_fragment <> substr(c.session_id, 15, 10))`,
  );
}

/** In test mode accounts are generated, in live mode a bank issues them. Sessions that reuse a number have consecutive generations. */
function accounts(run: Run) {
  return reportRows(
    run,
    run.db.sql`
      select c.session_id, 'account of the session' as what,
        concat_ws(' ', c.mode, c.account_connection_id, c.account_generation) as kept,
        concat_ws(' ', c.mode, case when c.account_number is not null then
          case c.mode when 'test' then ${SANDBOX_CONNECTION} else 'a connection' end end, c.before) as derived
      from (select *, case when account_number is null then 0 else row_number() over (
          partition by account_connection_id, account_number order by account_generation) - 1 end as before from sessions) c
      where ${inScope(run)} and ((c.account_number is null) <> (c.account_connection_id is null)
        or (c.mode = 'test') <> (c.account_connection_id = ${SANDBOX_CONNECTION}) or c.account_generation <> c.before)`,
  );
}

/** A terminal's id consists of its session's fragment and its position (§2.3). */
function terminals(run: Run) {
  return reportRows(
    run,
    run.db.sql`
      select c.session_id, 'position of ' || c.terminal_id as what,
        concat_ws(' ', c.position, 'of', s.terminal_fragment) as kept, substr(c.terminal_id, 5) as derived
      from terminals c left join sessions s using (session_id)
      where ${inScope(run)} and c.terminal_id is distinct from
        'pos_' || s.terminal_fragment || '_' || lpad(c.position::text, greatest(3, length(c.position::text)), '0')`,
  );
}

/**
 * A device is paired with at most one terminal at a time, and a terminal has at most one operator at a time. Pairings
 * and assignments that end when they begin are ignored.
 */
function overlaps(run: Run) {
  const { sql } = run.db;
  return reportRows(
    run,
    sql`
      select session_id, concat('pairing ', id, ' of ', terminal_id) as what, paired_from::text as kept, 'not before ' || before as derived
      from (select *, lag(coalesce(paired_to, 'infinity')) over (partition by mode, bank_connection_id, device
          order by paired_from, coalesce(paired_to, 'infinity')) as before from device_pairings
          where paired_to is null or paired_to > paired_from) c
      where ${inScope(run)} and paired_from < before
      union all
      select session_id, concat('assignment ', id, ' to ', terminal_id), assigned_from::text, 'not before ' || before
      from (select *, lag(coalesce(assigned_to, 'infinity')) over (partition by session_id, terminal_id
          order by assigned_from, coalesce(assigned_to, 'infinity')) as before from operator_assignments
          where assigned_to is null or assigned_to > assigned_from) c
      where ${inScope(run)} and assigned_from < before`,
  );
}

/** A webhook endpoint's id is a digest of its owner and its URL (`endpointId`). */
function endpoints(run: Run) {
  return reportRows(
    run,
    run.db.sql`
      select c.session_id, 'webhook of the session' as what, coalesce(c.webhook_endpoint_id, 'none') as kept,
        case when c.webhook_url is null then 'none' when e.url <> c.webhook_url then d.id || ', with another URL' else d.id end as derived
      from sessions c
      left join webhook_endpoints e on e.id = c.webhook_endpoint_id
      cross join lateral (select 'we_' || left(encode(sha256(convert_to(
        concat_ws(' ', c.organisation_id, c.mode, c.webhook_url), 'UTF8')), 'hex'), 26) as id) d
      where ${inScope(run)} and case when c.webhook_url is null then c.webhook_endpoint_id is not null
        else c.webhook_endpoint_id is distinct from d.id or e.url is distinct from c.webhook_url end`,
  );
}
