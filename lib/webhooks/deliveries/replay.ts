import { recordAudit } from "@/lib/audit";
import { notFound } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { asOrganisationTx, type Db } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { webhookDeliveries } from "@/lib/db/schema";
import { requireSession } from "@/lib/db/session-state";
import { wakeSender } from "../sending/sender-loop";

/** Makes an event due now and restarts its schedule; the numbers of its attempts continue. */
const restartSchedule = ({ sql }: Db) => sql`
  state = 'pending', due_at = clock_timestamp(), changed_at = clock_timestamp(), uncounted_attempts = attempt_count`;

/** The SQL condition that the webhook endpoint of an event was not removed. */
const isAtEndpoint = ({ sql }: Db) => sql`
  webhook_endpoint_id not in (select id from webhook_endpoints where removed_at is not null)`;

/**
 * Sends an event again, whatever its outcome: the same id and the same bytes, on a new schedule. Does not change an event
 * that is being sent now. Returns whether it was scheduled again; if so, writes an audit entry. Throws
 * `Failure("not_found")` if it does not exist, or belongs to another organisation or mode.
 */
export async function replayDelivery(scope: Scope, deliveryId: Id<"delivery">): Promise<boolean> {
  const { organisationId, mode } = scope;
  const isReplayed = await asOrganisationTx(organisationId, async (db) => {
    // Through the organisation's sessions, because there is no index on the id alone.
    const [found] = await db.sql<(RowOf<typeof webhookDeliveries, "sessionId"> & { isReplayed: boolean })[]>`
      with found as materialized (
        select d.session_id, d.id from sessions s
        cross join lateral (select * from webhook_deliveries where session_id = s.session_id and id = ${deliveryId}) d
        where s.organisation_id = ${organisationId} and s.mode = ${mode}
      ), replayed as (
        update webhook_deliveries d set ${restartSchedule(db)} from found
        where d.session_id = found.session_id and d.id = found.id
          and ${isAtEndpoint(db)} and (state <> 'pending' or attempt_count = 0 or exists (
            -- Between two attempts: the last one is recorded.
            select from webhook_attempts a
            where a.session_id = d.session_id and a.delivery_id = d.id and a.number = d.attempt_count))
        returning pg_notify('takings', d.session_id), pg_notify('takings_events', '')
      )
      select session_id, exists (select from replayed) as is_replayed from found`;
    if (!found) throw notFound("event");
    const { sessionId } = found;
    if (found.isReplayed)
      await recordAudit(db, scope, { action: "replayed_deliveries", subject: deliveryId, sessionId });
    return found.isReplayed;
  });
  wakeSender();
  return isReplayed;
}

/**
 * Sends again all events that failed for good at or after a time, of one session or of all: the same ids and the same
 * bytes, each on a new schedule. Returns how many, and writes an audit entry if there are any. Throws
 * `Failure("not_found")` for a session that is not the caller's.
 */
export async function replayFailed(
  scope: Scope,
  { since, sessionId }: { since: Date; sessionId?: Id<"session"> | undefined },
): Promise<number> {
  const { organisationId, mode } = scope;
  const count = await asOrganisationTx(organisationId, async (db) => {
    if (sessionId) await requireSession(db, scope, sessionId);
    const [row] = await db.sql<{ count: number }[]>`
      with replayed as (
        update webhook_deliveries set ${restartSchedule(db)}
        where state = 'failed' and organisation_id = ${organisationId} and mode = ${mode}
          and changed_at >= ${since.toISOString()}::timestamptz and ${isAtEndpoint(db)}
          and ${sessionId ? db.sql`session_id = ${sessionId}` : db.sql`true`}
        returning session_id
      ), notified as materialized (
        select pg_notify('takings', session_id), pg_notify('takings_events', '') from (select distinct session_id from replayed) one
      )
      select count(*)::int as count from replayed cross join (select count(*) from notified) t`;
    const replayed = row?.count ?? 0;
    if (replayed > 0) {
      await recordAudit(db, scope, {
        action: "replayed_deliveries",
        subject: sessionId ?? organisationId,
        ...(sessionId && { sessionId }),
        details: { count: String(replayed), since: since.toISOString() },
      });
    }
    return replayed;
  });
  wakeSender();
  return count;
}
