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

/** That a row of `session_counters` is the caller's session: of its organisation and of its mode. */
export const ownSessionCondition = (
  { sql }: Db,
  { organisationId, mode }: Scope,
  sessionId: Id<"session">,
) => sql`
  session_id = ${sessionId} and organisation_id = ${organisationId} and mode = ${mode}`;

/**
 * The state of a session of the caller's. Throws `Failure("not_found")` for one that does not exist, is another
 * organisation's or of the other mode: the three look the same.
 */
export async function requireSession(db: Db, scope: Scope, sessionId: Id<"session">): Promise<SessionState> {
  const [state] = await db.sql<SessionState[]>`
    select status, last_number as "lastNumber", version from session_counters
    where ${ownSessionCondition(db, scope, sessionId)}`;
  if (!state) throw notFound("session");
  return state;
}

/**
 * Counts a change of a session that is the caller's, holds its counter row, and wakes who watches it once the SQL
 * transaction ends. Throws `Failure("not_found")`.
 */
export async function incrementSessionVersion(db: Db, scope: Scope, sessionId: Id<"session">): Promise<void> {
  const bumped = await db.sql`
    with bumped as (
      update session_counters set version = version + 1 where ${ownSessionCondition(db, scope, sessionId)}
      returning session_id)
    select pg_notify('takings', session_id) from bumped`;
  if (bumped.length === 0) throw notFound("session");
}
