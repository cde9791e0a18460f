import type { PendingQuery, Row as SqlRow } from "postgres";
import type { z } from "zod";
import { firstIdAt, isId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { type Db, readAsOrganisation } from "@/lib/db/client";
import type { FoundDeliveries, SearchQuery } from "../contract";
import { type EventRow, eventColumns } from "./event-row";
import { OUTCOME_BY_STATE } from "./list";
import { formatCursor, parseCursor, STATES } from "./search-deliveries";

type Search = z.output<typeof SearchQuery> & { limit: number };

/** The session that the text of a search names. */
const sessionOf = ({ q }: Search) => (q !== undefined && isId("session", q) ? q : undefined);

/** The SQL condition of all filters on an event `d`, except a text that does not name a session. */
function filters({ sql }: Db, { organisationId, mode }: Scope, search: Search) {
  const { outcome, endpoint_id: endpointId, event_type: type, from, to } = search;
  const sessionId = sessionOf(search);
  return sql`
    d.organisation_id = ${organisationId} and d.mode = ${mode}
      and ${outcome ? sql`d.state = ${STATES[outcome]}` : sql`true`}
      and ${sessionId ? sql`d.session_id = ${sessionId}` : sql`true`}
      and ${endpointId ? sql`d.webhook_endpoint_id = ${endpointId}` : sql`true`}
      and ${type ? sql`d.event_type = ${type}` : sql`true`}
      and ${from ? sql`d.id >= ${firstIdAt("delivery", from.getTime())}` : sql`true`}
      and ${to ? sql`d.id < ${firstIdAt("delivery", to.getTime())}` : sql`true`}`;
}

/** How a page is found: `sort_at` is null where the order is that of the ids, the newest first. */
interface Plan {
  picked: PendingQuery<SqlRow[]>;
  isByTime: boolean;
}

/**
 * Chooses the query `picked` (session_id, id, sort_at) of a page by its filters, so that its cost does not grow with the
 * number of events: by an id other than a session's, by the index of failed or of waiting events, of the events of other
 * types, of an organisation-wide endpoint, else by merging the newest events of the organisation's sessions.
 */
function planSearch(db: Db, scope: Scope, search: Search): Plan {
  const { q = "", outcome, event_type: type } = search;
  const byId = (picked: Plan["picked"]) => ({ picked, isByTime: false });
  if (q !== "" && !sessionOf(search)) return byId(pickByText(db, scope, search, q));
  if (outcome === "failed") return { picked: pickFailed(db, scope, search), isByTime: true };
  if (outcome === "waiting") return { picked: pickWaiting(db, scope, search), isByTime: true };
  if (type && type !== "transaction.received") return byId(pickOtherType(db, scope, search));
  if (search.endpoint_id) return byId(pickOfEndpoint(db, scope, search));
  const sessionId = sessionOf(search);
  return byId(mergeSessions(db, scope, search, sessionId && db.sql`s.session_id = ${sessionId}`));
}

const before = ({ sql }: Db, search: Search) => {
  const cursor = parseCursor(search.before);
  return cursor ? sql`d.id < ${cursor.id}` : sql`true`;
};

function pickByText(db: Db, scope: Scope, search: Search, q: string) {
  const { sql } = db;
  const rest = sql`${filters(db, scope, search)} and ${before(db, search)} order by d.id desc limit ${search.limit + 1}`;
  const select = sql`select d.session_id, d.id, null::timestamptz as sort_at`;
  if (isId("transaction", q))
    return sql`${select} from webhook_deliveries d
      where d.session_id = (select session_id from transactions where id = ${q}) and d.transaction_id = ${q} and ${rest}`;
  if (isId("delivery", q))
    return sql`${select} from sessions s
      cross join lateral (select * from webhook_deliveries where session_id = s.session_id and id = ${q} limit 1) d
      where s.organisation_id = ${scope.organisationId} and s.mode = ${scope.mode} and ${rest}`;
  return sql`${select} from webhook_endpoints e join webhook_deliveries d on d.webhook_endpoint_id = e.id
    where e.organisation_id = ${scope.organisationId} and e.mode = ${scope.mode} and e.event_types is not null
      and d.subject_id is not null and d.subject_id = ${q} and ${rest}`;
}

function pickFailed(db: Db, scope: Scope, search: Search) {
  const { sql } = db;
  const cursor = parseCursor(search.before);
  return sql`
    select d.session_id, d.id, d.changed_at as sort_at from webhook_deliveries d
    where ${filters(db, scope, search)} and d.state = 'failed'
      and ${cursor?.at ? sql`(d.changed_at, d.id) < (${cursor.at.toISOString()}::timestamptz, ${cursor.id})` : sql`true`}
    order by d.changed_at desc, d.id desc limit ${search.limit + 1}`;
}

function pickWaiting(db: Db, scope: Scope, search: Search) {
  const { sql } = db;
  const cursor = parseCursor(search.before);
  return sql`
    select found.* from webhook_endpoints e cross join lateral (
      select d.session_id, d.id, d.due_at as sort_at from webhook_deliveries d
      where d.state = 'pending' and d.webhook_endpoint_id = e.id and ${filters(db, scope, search)}
        and ${cursor?.at ? sql`(d.due_at, d.id) > (${cursor.at.toISOString()}::timestamptz, ${cursor.id})` : sql`true`}
      order by d.due_at, d.id limit ${search.limit + 1}
    ) found
    where e.organisation_id = ${scope.organisationId} and e.mode = ${scope.mode}
    order by sort_at, id limit ${search.limit + 1}`;
}

const pickOtherType = (db: Db, scope: Scope, search: Search) => db.sql`
  select d.session_id, d.id, null::timestamptz as sort_at from webhook_deliveries d
  where d.subject_id is not null and ${filters(db, scope, search)} and ${before(db, search)}
  order by d.id desc limit ${search.limit + 1}`;

/**
 * The events of an organisation-wide endpoint by its index; those of a `webhook_url` through the sessions that have it. A
 * search for one session reads that session also if its URL was changed, because events that were sent before the change
 * stay at the earlier endpoint. `union` removes organisation-wide events that both parts find.
 */
function pickOfEndpoint(db: Db, scope: Scope, search: Search) {
  const { sql } = db;
  const sessionId = sessionOf(search);
  const hasEndpoint = sql`s.webhook_endpoint_id = ${search.endpoint_id ?? ""}`;
  const ofSessions = sessionId
    ? sql`s.session_id = ${sessionId} and (${hasEndpoint} or s.webhook_version > 0)`
    : hasEndpoint;
  return sql`
    (select d.session_id, d.id, null::timestamptz as sort_at from webhook_deliveries d
      where d.is_organisation_wide and ${filters(db, scope, search)} and ${before(db, search)}
      order by d.id desc limit ${search.limit + 1})
    union
    (${mergeSessions(db, scope, search, ofSessions)})
    order by id desc limit ${search.limit + 1}`;
}

/**
 * The newest events of a page are in the sessions whose newest event is among the newest: one index step per session, then
 * at most a page of each of these.
 */
function mergeSessions(db: Db, scope: Scope, search: Search, ofSessions = db.sql`true`) {
  const { sql } = db;
  const rows = search.limit + 1;
  const newest = (count: number) => sql`
    select d.id from webhook_deliveries d
    where d.session_id = s.session_id and ${filters(db, scope, search)} and ${before(db, search)}
    order by d.id desc limit ${count}`;
  return sql`
    select s.session_id, found.id, null::timestamptz as sort_at from (
      select s.session_id from sessions s cross join lateral (${newest(1)}) last
      where s.organisation_id = ${scope.organisationId} and s.mode = ${scope.mode} and ${ofSessions}
      order by last.id desc limit ${rows}
    ) s cross join lateral (${newest(rows)}) found
    order by found.id desc limit ${rows}`;
}

interface Row extends EventRow {
  attemptCount: number;
  sortAt: Date | null;
  sessionName: string;
  lastStatus: number | null;
  lastMs: number | null;
  lastError: string | null;
}

/**
 * Searches the events of all sessions of the organisation, one page from `before`: the newest first, failed ones by when
 * they failed, waiting ones by when they are due. `q` is the whole id of an event, a transaction, a session or the subject of
 * an event of another type.
 */
export async function searchDeliveries(
  scope: Scope,
  search: Search,
): Promise<z.output<typeof FoundDeliveries>> {
  const rows = await readAsOrganisation(scope, async (db) => {
    const { picked } = planSearch(db, scope, search);
    return db.sql<Row[]>`
      with picked as materialized (select *, row_number() over () as rank from (${picked}) one)
      select ${eventColumns(db)}, d.attempt_count, picked.sort_at, s.name as session_name, last.status as last_status,
        last.duration_ms as last_ms, last.error as last_error
      from picked join webhook_deliveries d on d.session_id = picked.session_id and d.id = picked.id
      join sessions s on s.session_id = d.session_id join webhook_endpoints e on e.id = d.webhook_endpoint_id
      left join lateral (select status, duration_ms, error from webhook_attempts a
        where a.session_id = d.session_id and a.delivery_id = d.id order by number desc limit 1) last on true
      order by picked.rank`;
  });
  const last = rows[search.limit - 1];
  const next =
    rows.length > search.limit && last
      ? formatCursor({ ...(last.sortAt && { at: last.sortAt }), id: last.id })
      : null;
  return { rows: rows.slice(0, search.limit).map(toJson), next };
}

const toJson = (row: Row): z.output<typeof FoundDeliveries>["rows"][number] => ({
  id: row.id,
  session_id: row.sessionId,
  session_name: row.sessionName,
  event_type: row.eventType,
  subject_id: row.transactionId ?? row.subjectId ?? "",
  subject_state: row.transactionStatus ?? row.subjectState ?? "",
  outcome: OUTCOME_BY_STATE[row.state],
  attempts: row.attemptCount,
  response: row.lastStatus,
  error: row.lastError,
  duration_ms: row.lastMs,
  created_at: row.createdAt,
  endpoint: { id: row.endpointId, url: row.url, name: row.endpointName, is_removed: row.isRemoved },
});
