import type { Id } from "@/lib/core/ids";
import { newId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import type { Db } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import { ALERT_KINDS, type AlertKind, type alertCauses } from "@/lib/db/schema";
import { type Condition, presentConditions } from "./conditions";
import { dueSummaries } from "./summary";

/** A cause that has begun. */
export interface Cause extends Condition {
  id: Id<"alertCause">;
  kind: AlertKind;
  startedAt: Date;
}

/**
 * Opens a cause for each condition that holds and has none, and ends the causes whose condition no longer holds. Returns the new
 * ones. The caller holds the lock of the organisation's row of `alert_checks`.
 */
export async function syncCauses(
  db: Db,
  scope: Scope,
  { summaryHours, now }: { summaryHours: readonly number[]; now: Date },
): Promise<Cause[]> {
  const summaries = await dueSummaries(db, scope, summaryHours, now);
  const causes: Cause[] = [];
  for (const kind of ALERT_KINDS) causes.push(...(await syncKind(db, scope, kind, summaries)));
  return causes;
}

async function syncKind(
  db: Db,
  scope: Scope,
  kind: AlertKind,
  summaries: readonly Condition[],
): Promise<Cause[]> {
  const { organisationId } = scope;
  const { query: present } = await presentConditions(db, scope, kind, summaries);
  const begun = await db.sql<Condition[]>`
    with present as materialized (${present}), ended as (
      update alert_causes c set ended_at = clock_timestamp()
      where organisation_id = ${organisationId} and kind = ${kind} and ended_at is null
        and not exists (select from present where present.subject = c.subject)
    )
    select subject, session_ids, details from present
    where opens and not exists (
      select from alert_causes c
      where c.organisation_id = ${organisationId} and c.kind = ${kind} and c.ended_at is null and c.subject = present.subject)`;
  return begun.length === 0 ? [] : insertCauses(db, scope, kind, begun);
}

async function insertCauses(
  { sql }: Db,
  { organisationId }: Scope,
  kind: AlertKind,
  begun: readonly Condition[],
): Promise<Cause[]> {
  const rows = begun.map(({ subject, sessionIds, details }) => ({
    id: newId("alertCause"),
    subject,
    session_ids: sessionIds,
    details,
  }));
  return sql<RowOf<typeof alertCauses, "id" | "kind" | "subject" | "sessionIds" | "details" | "startedAt">[]>`
    insert into alert_causes (id, organisation_id, kind, subject, session_ids, details, started_at)
    select id, ${organisationId}, ${kind}, subject, session_ids, details, clock_timestamp()
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as one(id text, subject text, session_ids text[], details jsonb)
    on conflict do nothing
    returning id, kind, subject, session_ids, details, started_at`;
}

/** Ends all causes of an organisation without recipients of alerts. */
export async function endAllCauses({ sql }: Db, { organisationId }: Scope): Promise<void> {
  await sql`
    update alert_causes set ended_at = clock_timestamp() where organisation_id = ${organisationId} and ended_at is null`;
}

/** How long a cause is kept after its end, for the list of the last alerts. */
const KEPT_DAYS = 30;

/** Deletes the causes that ended long ago, with their deliveries. */
export async function deleteOldCauses({ sql }: Db, { organisationId }: Scope): Promise<void> {
  await sql`
    delete from alert_causes
    where organisation_id = ${organisationId} and ended_at < now() - make_interval(days => ${KEPT_DAYS})`;
}
