import { recordAudit } from "@/lib/audit";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { asOrganisationTx, type Db } from "@/lib/db/client";
import { incrementSessionVersion } from "@/lib/db/guard";
import { sessionVenues } from "@/lib/db/schema";

/** Writes down where an event takes place; an empty text says that nobody told. Throws `Failure("not_found")`. */
export function setVenue(scope: Scope, sessionId: Id<"session">, venue: string): Promise<{ venue: string }> {
  return asOrganisationTx(scope.organisationId, async (db) => {
    await incrementSessionVersion(db, scope, sessionId);
    await putVenue(db, scope, sessionId, venue);
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

/** The same within a SQL transaction that has seen to whose the session is. */
export async function putVenue(
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
