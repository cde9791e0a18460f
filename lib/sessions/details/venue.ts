import { recordAudit } from "@/lib/audit";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { asOrganisationTx, type Db } from "@/lib/db/client";
import { sessionVenues } from "@/lib/db/schema";
import { incrementSessionVersion } from "@/lib/db/session-state";

/** Sets an event's venue; an empty text removes it. Throws `Failure("not_found")`. */
export function setVenue(scope: Scope, sessionId: Id<"session">, venue: string): Promise<{ venue: string }> {
  return asOrganisationTx(scope.organisationId, async (db) => {
    await incrementSessionVersion(db, scope, sessionId);
    await writeVenue(db, scope, sessionId, venue);
    await db.sql`select pg_notify('takings', ${sessionId})`;
    await recordAudit(db, scope, {
      action: "changed_venue",
      subject: sessionId,
      sessionId,
      details: { venue },
    });
    return { venue };
  });
}

/** Sets the venue within a SQL transaction; the caller has checked that the session belongs to the scope. */
export async function writeVenue(
  { orm }: Db,
  scope: Scope,
  sessionId: Id<"session">,
  venue: string,
): Promise<void> {
  const { organisationId, mode } = scope;
  await orm
    .insert(sessionVenues)
    .values({ sessionId, organisationId, mode, venue })
    .onConflictDoUpdate({ target: sessionVenues.sessionId, set: { venue } });
}
