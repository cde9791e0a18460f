import { type Id, newId } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/scope";
import type { EventType } from "@/lib/core/transaction";
import type { Db } from "@/lib/db/client";
import { derivedEventId, isSubscribed } from "./targets";

/** An event that is sent to organisation-wide webhook endpoints only. */
export interface OrganisationEvent {
  type: Exclude<EventType, "transaction.received">;
  organisationId: Id<"organisation">;
  mode: Mode;
  sessionId: Id<"session">;
  /** What it is about, and the state that it reports: one event for each pair at each endpoint. */
  subjectId: string;
  state: string;
  /** The complete body, as JSON text. */
  body: string;
}

/**
 * Records events of one type inside the caller's SQL transaction, for each organisation-wide endpoint of their organisation
 * and mode that asks for the type; nothing is sent to a session's `webhook_url`. An event of the same subject and state is
 * recorded once per endpoint. The senders of all processes are woken by the commit. Returns how many deliveries were
 * recorded. `db` may be of `takings_app` or `takings_system`.
 */
export async function recordEvents(
  db: Db,
  type: OrganisationEvent["type"],
  events: readonly Omit<OrganisationEvent, "type">[],
): Promise<number> {
  if (events.length === 0) return 0;
  const { sql } = db;
  const owner = { organisationId: sql`event."organisationId"`, mode: sql`event.mode` };
  const key = sql`event."subjectId" || ' ' || event.state`;
  const [row] = await sql<{ count: number }[]>`
    with recorded as (
      insert into webhook_deliveries (session_id, id, organisation_id, mode, event_type, subject_id, subject_state,
        webhook_endpoint_id, is_organisation_wide, body, due_at, created_at)
      select event."sessionId", ${derivedEventId(db, sql`${newId("delivery")}::text`, key)}, event."organisationId", event.mode,
        ${type}, event."subjectId", event.state, e.id, true, event.body, clock_timestamp(), clock_timestamp()
      from json_to_recordset(${JSON.stringify(events)}::json) as event (
        "organisationId" text, mode text, "sessionId" text, "subjectId" text, state text, body text)
      join webhook_endpoints e on ${isSubscribed(db, type, owner)}
      on conflict (session_id, webhook_endpoint_id, subject_id, subject_state) where subject_id is not null do nothing
      returning id
    ), notified as materialized (
      select pg_notify('takings_events', '') where exists (select from recorded)
    )
    select count(*)::int as count from recorded cross join (select count(*) from notified) n`;
  return row?.count ?? 0;
}
