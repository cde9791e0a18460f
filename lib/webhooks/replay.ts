import { recordAudit } from "@/lib/audit";
import { notFound } from "@/lib/core/errors";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { asOrganisationTx, type Db } from "@/lib/db/client";
import { requireSession } from "@/lib/db/guard";
import { wakeSender } from "./sender-loop";

/** The event is due now and its schedule begins afresh; the numbers of its tries go on. */
const afresh = ({ sql }: Db) => sql`
  state = 'pending', due_at = clock_timestamp(), changed_at = clock_timestamp(), uncounted_attempts = attempt_count`;

/**
 * Sends an event again, whatever became of it: the same id and the same bytes, on a schedule of its own. One that is
 * being sent at this moment is left to that. Answers whether it goes again because of this; where a member asked, the
 * audit log says so. Throws
 * `Failure("not_found")` for one that does not exist, is another organisation's or of the other mode.
 */
export async function replayDelivery(scope: Scope, deliveryId: Id<"delivery">): Promise<boolean> {
  const { organisationId, mode } = scope;
  const isAgain = await asOrganisationTx(organisationId, async (db) => {
    // By way of the organisation's sessions, for an event's id has no index of its own.
    const [found] = await db.sql<{ sessionId: Id<"session">; isAgain: boolean }[]>`
      with found as materialized (
        select d.session_id, d.id from sessions s
        cross join lateral (select * from deliveries where session_id = s.session_id and id = ${deliveryId}) d
        where s.organisation_id = ${organisationId} and s.mode = ${mode}
      ), again as (
        update deliveries d set ${afresh(db)} from found
        where d.session_id = found.session_id and d.id = found.id
          and (state <> 'pending' or attempt_count = 0 or exists (
            -- Between its tries, for the last one has its record.
            select from delivery_attempts a
            where a.session_id = d.session_id and a.delivery_id = d.id and a.number = d.attempt_count))
        returning pg_notify('takings', d.session_id), pg_notify('takings_events', '')
      )
      select session_id as "sessionId", exists (select from again) as "isAgain" from found`;
    if (!found) throw notFound("event");
    const { sessionId } = found;
    if (found.isAgain)
      await recordAudit(db, scope, { action: "replayed_deliveries", subject: deliveryId, sessionId });
    return found.isAgain;
  });
  wakeSender();
  return isAgain;
}

/**
 * Sends again every event that failed for good at or after a time, of one session or all: the same ids and the same
 * bytes, each on a schedule of its own. Answers how many; where a member asked, the audit log says so. Throws
 * `Failure("not_found")` for a session that is not the caller's.
 */
export async function replayFailed(
  scope: Scope,
  { since, sessionId }: { since: Date; sessionId?: Id<"session"> | undefined },
): Promise<number> {
  const { organisationId, mode } = scope;
  const count = await asOrganisationTx(organisationId, async (db) => {
    if (sessionId) await requireSession(db, scope, sessionId);
    const [again] = await db.sql<{ count: number }[]>`
      with again as (
        update deliveries set ${afresh(db)}
        where state = 'failed' and organisation_id = ${organisationId} and mode = ${mode}
          and changed_at >= ${since.toISOString()}::timestamptz
          and ${sessionId ? db.sql`session_id = ${sessionId}` : db.sql`true`}
        returning session_id
      ), told as materialized (
        select pg_notify('takings', session_id), pg_notify('takings_events', '') from (select distinct session_id from again) one
      )
      select count(*)::int as count from again cross join (select count(*) from told) t`;
    const replayed = again?.count ?? 0;
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
