import type { Scope } from "@/lib/core/scope";
import type { Db } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { AlertKind, alertCauses, sessions } from "@/lib/db/schema";
import { listInactive } from "@/lib/terminals";
import { isFailing } from "@/lib/webhooks";

/** Something that holds now and is worth an alert. */
export type Condition = RowOf<typeof alertCauses, "subject" | "sessionIds" | "details">;

type Fragment = ReturnType<Db["sql"]>;

/**
 * A subquery of the conditions of one kind that hold now, with the columns `subject, session_ids, details, opens`; one that does
 * not open may only continue. In an object, because awaiting a query runs it. `summaries` are the daily summaries that are due.
 */
export async function presentConditions(
  db: Db,
  scope: Scope,
  kind: AlertKind,
  summaries: readonly Condition[] = [],
): Promise<{ query: Fragment }> {
  switch (kind) {
    case "terminal_inactive":
      return { query: conditionsOf(db, await listInactiveTerminals(db, scope)) };
    case "exception_open":
      return { query: openExceptions(db, scope) };
    case "endpoint_failing":
      return { query: failingEndpoints(db, scope) };
    case "bank_silent":
      return { query: conditionsOf(db, await listSilentBanks(db, scope)) };
    case "daily_summary":
      return { query: conditionsOf(db, summaries) };
  }
}

const conditionsOf = ({ sql }: Db, conditions: readonly Condition[]): Fragment => {
  const rows = conditions.map(({ subject, sessionIds, details }) => ({
    subject,
    session_ids: sessionIds,
    details,
  }));
  return sql`
    select subject, session_ids, details, true as opens
    from json_to_recordset(${JSON.stringify(rows)}::json) as one(subject text, session_ids text[], details jsonb)`;
};

/** The terminals that the dashboard shows as silent. */
async function listInactiveTerminals(db: Db, { organisationId, mode }: Scope): Promise<Condition[]> {
  const events = await db.sql<RowOf<typeof sessions, "sessionId" | "name">[]>`
    select s.session_id, s.name from sessions s join session_states c using (session_id)
    where s.organisation_id = ${organisationId} and s.mode = ${mode} and c.status = 'active' and c.last_sequence > 0`;
  const names = new Map(events.map(({ sessionId, name }) => [sessionId, name]));
  const inactive = await listInactive(db, [...names.keys()], new Date());
  return [...inactive].flatMap(([sessionId, labels]) =>
    labels.map((terminal) => ({
      subject: `${sessionId} ${terminal}`,
      sessionIds: [sessionId],
      details: { terminal, event: names.get(sessionId) ?? "" },
    })),
  );
}

/** The exceptions that wait for a decision. Their `detail` is left out: it can name a payer or an account. */
const openExceptions = ({ sql }: Db, { organisationId, mode }: Scope): Fragment => sql`
  select e.id as subject, case when e.session_id is null then '{}' else array[e.session_id] end as session_ids,
    jsonb_build_object('reason', e.reason, 'amount', e.amount::text, 'event', s.name) as details, true as opens
  from exceptions e left join sessions s on s.session_id = e.session_id
  where e.organisation_id = ${organisationId} and e.mode = ${mode} and e.resolved_at is null`;

const failingEndpoints = (db: Db, { organisationId, mode }: Scope): Fragment => db.sql`
  select e.id as subject, coalesce(array_agg(s.session_id) filter (where s.session_id is not null), '{}') as session_ids,
    jsonb_build_object('origin', e.origin) as details, ${isFailing(db)} as opens
  from webhook_endpoints e left join sessions s on s.organisation_id = e.organisation_id and s.mode = e.mode
    and s.webhook_endpoint_id = e.id
  where e.organisation_id = ${organisationId} and e.mode = ${mode} and e.removed_at is null
    and e.listening_until is null and (${isFailing(db)} or e.health = 'backing_off')
  group by e.id`;

/** The bank connections of open events that the live page shows as not arriving. */
const listSilentBanks = ({ sql }: Db, { organisationId, mode }: Scope) => sql<Condition[]>`
  select p.bank_connection_id as subject, array_agg(s.session_id) as session_ids,
    jsonb_build_object('event', min(s.name), 'count', count(*)) as details
  from bank_polls p join sessions s on s.account_connection_id = p.bank_connection_id
    join session_states c on c.session_id = s.session_id
  where s.organisation_id = ${organisationId} and s.mode = ${mode} and c.status = 'active' and p.silent_since is not null
  group by p.bank_connection_id`;
