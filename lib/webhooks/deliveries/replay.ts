import { recordAudit } from "@/lib/audit";
import { notFound } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { asOrganisationTx, type Db } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { webhookDeliveries } from "@/lib/db/schema";
import { wakeSender } from "../sending/sender-loop";

/**
 * Makes an event `d` due now and restarts its schedule; the numbers of its attempts continue. An event of a session's
 * `webhook_url` goes to the URL that the session has now.
 */
export const restartSchedule = ({ sql }: Db) => sql`
  state = 'pending', due_at = clock_timestamp(), changed_at = clock_timestamp(), uncounted_attempts = attempt_count,
  webhook_endpoint_id = case when d.is_organisation_wide then d.webhook_endpoint_id
    else coalesce((select s.webhook_endpoint_id from sessions s where s.session_id = d.session_id), d.webhook_endpoint_id) end`;

/** The SQL condition that the webhook endpoint of an event `d` was not removed. */
export const isAtEndpoint = ({ sql }: Db) => sql`
  not exists (select from webhook_endpoints e where e.id = d.webhook_endpoint_id and e.removed_at is not null)`;

/** The SQL condition that no attempt of an event `d` is in flight. */
const isIdle = ({ sql }: Db) => sql`(d.state <> 'pending' or d.attempt_count = 0 or exists (
  -- Between two attempts: the last one is recorded.
  select from webhook_attempts a
  where a.session_id = d.session_id and a.delivery_id = d.id and a.number = d.attempt_count))`;

/** An event by its session and its own id. */
export type DeliveryKey = RowOf<typeof webhookDeliveries, "sessionId" | "id">;

/**
 * Sends an event again, whatever its outcome: the same id and the same bytes, on a new schedule. Does not change an event
 * that is being sent now, or whose endpoint was removed. Returns whether it was scheduled again; if so, writes an audit
 * entry. Throws `Failure("not_found")` if it does not exist, or belongs to another organisation or mode.
 */
export async function replayDelivery(scope: Scope, deliveryId: Id<"delivery">): Promise<boolean> {
  const { organisationId, mode } = scope;
  const isReplayed = await asOrganisationTx(organisationId, async (db) => {
    // Through the organisation's sessions, because there is no index on the id alone.
    const [found] = await db.sql<DeliveryKey[]>`
      select d.session_id, d.id from sessions s
      cross join lateral (select * from webhook_deliveries where session_id = s.session_id and id = ${deliveryId}) d
      where s.organisation_id = ${organisationId} and s.mode = ${mode}`;
    if (!found) throw notFound("event");
    const replayed = await restart(db, scope, [found]);
    const { sessionId } = found;
    if (replayed > 0)
      await recordAudit(db, scope, { action: "replayed_deliveries", subject: deliveryId, sessionId });
    return replayed > 0;
  });
  wakeSender();
  return isReplayed;
}

/**
 * Sends selected events again, as `replayDelivery`. Returns how many were scheduled again, and writes one audit entry if
 * there are any. Events that are not the caller's are left out.
 */
export async function replaySelected(scope: Scope, selected: readonly DeliveryKey[]): Promise<number> {
  const count = await asOrganisationTx(scope.organisationId, async (db) => {
    const replayed = await restart(db, scope, selected);
    if (replayed > 0)
      await recordAudit(db, scope, {
        action: "replayed_deliveries",
        subject: scope.organisationId,
        details: { count: String(replayed) },
      });
    return replayed;
  });
  wakeSender();
  return count;
}

async function restart(
  db: Db,
  { organisationId, mode }: Scope,
  selected: readonly DeliveryKey[],
): Promise<number> {
  const [row] = await db.sql<{ count: number }[]>`
    with selected as (
      select distinct * from json_to_recordset(${JSON.stringify(selected)}::json) as selected ("sessionId" text, id text)
    ), replayed as (
      update webhook_deliveries d set ${restartSchedule(db)} from selected
      where d.session_id = selected."sessionId" and d.id = selected.id and d.organisation_id = ${organisationId}
        and d.mode = ${mode} and ${isAtEndpoint(db)} and ${isIdle(db)}
      returning d.session_id
    ), notified as materialized (
      select pg_notify('takings', session_id), pg_notify('takings_events', '') from (select distinct session_id from replayed) one
    )
    select count(*)::int as count from replayed cross join (select count(*) from notified) t`;
  return row?.count ?? 0;
}
