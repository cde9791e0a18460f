import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import type { Db } from "@/lib/db/client";
import { sessionVenues } from "@/lib/db/schema";

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
