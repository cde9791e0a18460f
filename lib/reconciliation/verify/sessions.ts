import type { Id } from "@/lib/core/ids";
import type { Db } from "@/lib/db/client";
import { type Difference, inScope } from "./difference";

/**
 * Checks that a closed session stays closed: its state, its time, the audit trail and the exceptions of payments that
 * came after the close agree. A close by an API key has no audit entry.
 */
export async function closings(db: Db, sessionId?: Id<"session">): Promise<Difference[]> {
  return db.sql<Difference[]>`
    select c.session_id as "sessionId", 'state of the session' as what,
      concat_ws(' ', c.status, 'closed at ' || c.closed_at) as kept,
      concat_ws(', ', case when a.at is not null then 'closed in the audit trail' end,
        case when late.id is not null then 'closed in ' || late.id end, case when c.closed_at is not null then 'closed' else 'active' end) as derived
    from session_counters c
    left join lateral (select max(at) as at from audit_entries a where a.organisation_id = c.organisation_id
      and a.action = 'closed_event' and a.session_id = c.session_id) a on true
    left join lateral (select e.id from exceptions e where e.session_id = c.session_id and e.reason = 'session_closed'
      limit 1) late on true
    where ${inScope(db, sessionId)} and ((c.status = 'closed') <> (c.closed_at is not null)
      or (c.status = 'active' and (a.at is not null or late.id is not null))
      or (abs(extract(epoch from c.closed_at - a.at)) > ${CLOSE_TOLERANCE_SECONDS} and c.closed_at <> c.last_created_at)
      or c.closed_at < c.last_created_at or c.closed_at > greatest(clock_timestamp(), c.last_created_at))
    union all
    select c.session_id, 'session without a counter row', 'none', 'one'
    from sessions c left join session_counters k using (session_id) where ${inScope(db, sessionId)} and k.session_id is null`;
}

/** The audit entry is written in the SQL transaction of the close, whose statements may wait this long. */
const CLOSE_TOLERANCE_SECONDS = 60;
