import { inScope, type Run, reportRows } from "./difference";

/**
 * Compares each session with what was written when it was closed, and its terminals and its webhook endpoint with the ids
 * that follow from them.
 */
export async function sessions(run: Run): Promise<void> {
  await closes(run);
  await withoutCounter(run);
  await terminals(run);
  await endpoints(run);
}

/** Every close is in the audit trail, at the same time. */
function closes(run: Run) {
  return reportRows(
    run,
    run.db.sql`
      select c.session_id as "sessionId", 'state of the session' as what,
        concat_ws(' ', c.status, 'closed at ' || c.closed_at) as kept,
        concat_ws(', ', 'closed at ' || a.at || ' in the audit trail', 'closed in ' || late.id,
          case when a.at is null and late.id is null then 'not closed' end, 'not before ' || c.last_created_at) as derived
      from session_counters c
      left join (select organisation_id, session_id, min(at) as at from audit_entries c
        where ${inScope(run)} and action = 'closed_event' group by 1, 2) a using (organisation_id, session_id)
      left join (select session_id, min(id) as id from exceptions c
        where ${inScope(run)} and reason = 'session_closed' group by 1) late using (session_id)
      where ${inScope(run)} and ((c.status = 'closed') <> (c.closed_at is not null)
        or (c.status = 'active' and (a.at is not null or late.id is not null))
        or c.closed_at <> a.at or c.closed_at < c.last_created_at)`,
  );
}

function withoutCounter(run: Run) {
  return reportRows(
    run,
    run.db.sql`
      select c.session_id as "sessionId", 'counter row of the session' as what, 'none' as kept, 'one' as derived
      from sessions c left join session_counters k using (session_id) where ${inScope(run)} and k.session_id is null`,
  );
}

/** A terminal's id is made of its session's fragment and its position (§2.3). */
function terminals(run: Run) {
  return reportRows(
    run,
    run.db.sql`
      select c.session_id as "sessionId", 'position of ' || c.terminal_id as what,
        concat_ws(' ', c.position, 'of', s.terminal_fragment) as kept, substr(c.terminal_id, 5) as derived
      from terminals c left join sessions s using (session_id)
      where ${inScope(run)} and c.terminal_id is distinct from
        'pos_' || s.terminal_fragment || '_' || lpad(c.position::text, greatest(3, length(c.position::text)), '0')`,
  );
}

/** An endpoint's id is a digest of its owner and its URL (`endpointId`). */
function endpoints(run: Run) {
  return reportRows(
    run,
    run.db.sql`
      select c.session_id as "sessionId", 'webhook of the session' as what, coalesce(c.endpoint_id, 'none') as kept,
        case when c.webhook_url is null then 'none' when e.url <> c.webhook_url then d.id || ', with another URL' else d.id end as derived
      from sessions c
      left join endpoints e on e.id = c.endpoint_id
      cross join lateral (select 'we_' || left(encode(sha256(convert_to(
        concat_ws(' ', c.organisation_id, c.mode, c.webhook_url), 'UTF8')), 'hex'), 26) as id) d
      where ${inScope(run)} and case when c.webhook_url is null then c.endpoint_id is not null
        else c.endpoint_id is distinct from d.id or e.url is distinct from c.webhook_url end`,
  );
}
