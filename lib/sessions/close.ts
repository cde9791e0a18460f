import { recordDeed } from "@/lib/audit";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { asOrganisationTx } from "@/lib/db/client";
import { requireSession } from "@/lib/db/guard";

/**
 * Closes a session (§4.3): once this resolves no transaction is created in it any more, for a payment takes the same
 * counter row. Closing a closed session changes nothing. Throws `Failure("not_found")`.
 */
export function closeSession(scope: Scope, sessionId: Id<"session">) {
  return asOrganisationTx(scope.organisationId, async (db) => {
    await requireSession(db, scope, sessionId);
    const closed = await db.sql`
      with closed as (
        -- Never before the last payment, also where the clock was set back.
        update session_counters set status = 'closed', closed_at = greatest(clock_timestamp(), last_created_at),
          version = version + 1
        where session_id = ${sessionId} and organisation_id = ${scope.organisationId} and status = 'active'
        returning session_id)
      select pg_notify('takings', session_id) from closed`;
    if (closed.count > 0)
      await recordDeed(db, scope, { action: "closed_event", subject: sessionId, sessionId });
    return { session_id: sessionId, status: "closed" as const };
  });
}
