import { assertDefined } from "@/lib/core/errors/assert";
import { notFound } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import type { Db } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { sessionStates } from "@/lib/db/schema";
import { notifySession, ownSessionCondition } from "@/lib/db/session-state";

/**
 * Locks the state row of one of the caller's events, so that changes of its details follow each other. Throws
 * `Failure("not_found")`.
 */
export async function lockEvent(
  db: Db,
  scope: Scope,
  sessionId: Id<"session">,
): Promise<RowOf<typeof sessionStates, "status">> {
  const rows = await db.sql<RowOf<typeof sessionStates, "status">[]>`
    select status from session_states where ${ownSessionCondition(db, scope, sessionId)} for update`;
  if (rows.length === 0) throw notFound("event");
  return assertDefined(rows[0], "a row was found");
}

/**
 * Increments the versions of an event and of its details, and notifies its subscribers when the SQL transaction commits. The
 * caller has locked the event.
 */
export async function markDetailsChanged(db: Db, sessionId: Id<"session">): Promise<void> {
  const { sql } = db;
  await sql`update sessions set details_version = details_version + 1 where session_id = ${sessionId}`;
  await sql`update session_states set version = version + 1 where session_id = ${sessionId}`;
  await notifySession(db, sessionId);
}
