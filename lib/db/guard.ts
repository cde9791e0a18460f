import { notFound } from "@/lib/core/errors";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import type { Db } from "./client";

/** What the counter row says of a session at this moment. */
export interface SessionState {
  status: "active" | "closed";
  lastNumber: bigint;
  version: bigint;
}

/**
 * The state of a session of the caller's. Throws `Failure("not_found")` for one that does not exist, is another
 * organisation's or of the other mode: the three look the same.
 */
export async function requireSession(
  { sql }: Db,
  scope: Scope,
  sessionId: Id<"session">,
): Promise<SessionState> {
  const [state] = await sql<SessionState[]>`
    select status, last_number as "lastNumber", version from session_counters
    where session_id = ${sessionId} and organisation_id = ${scope.organisationId} and mode = ${scope.mode}`;
  if (!state) throw notFound("session");
  return state;
}

/** Counts a change of a session that is the caller's, and holds its counter row. Throws `Failure("not_found")`. */
export async function bumpSession({ sql }: Db, scope: Scope, sessionId: Id<"session">): Promise<void> {
  const bumped = await sql`
    update session_counters set version = version + 1
    where session_id = ${sessionId} and organisation_id = ${scope.organisationId} and mode = ${scope.mode}`;
  if (bumped.count === 0) throw notFound("session");
}
