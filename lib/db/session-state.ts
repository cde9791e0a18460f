import { notFound } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import { type Caller, findScope, type Scope } from "@/lib/core/scope";
import type { RowOf } from "@/lib/db/rows";
import type { sessionStates } from "@/lib/db/schema";
import { env } from "@/lib/env";
import type { Db } from "./client";

/** The state of a session, from its row in `session_states`. */
export type SessionState = RowOf<typeof sessionStates, "status" | "lastSequence" | "version">;

/** The SQL condition that a row of `session_states` is this session, in the caller's organisation and mode. */
export const ownSessionCondition = (
  { sql }: Db,
  { organisationId, mode }: Scope,
  sessionId: Id<"session">,
) => sql`
  session_id = ${sessionId} and organisation_id = ${organisationId} and mode = ${mode}`;

/**
 * The SQL condition on a session's id by which a distributed database finds the server of a row that an index finds without it.
 * Nothing on one server, whose planner could choose a worse index with it.
 */
export const onServerOf = (
  { sql }: Pick<Db, "sql">,
  column: string,
  sessionId: Id<"session"> | ReturnType<Db["sql"]>,
) => (env().isDatabaseDistributed ? sql`and ${sql(column)} = ${sessionId}` : sql``);

/**
 * A table without rows by session, such as `reversals`, for a subquery that refers to a session's rows: a distributed database
 * sends these columns of the rows that the role can see to their servers.
 */
export const sharedTable = ({ sql }: Pick<Db, "sql">, table: string, columns: readonly string[]) =>
  env().isDatabaseDistributed ? sql`(select ${sql(columns)} from ${sql(table)} offset 0)` : sql(table);

/** The SQL condition that a row is in the caller's organisation and mode; true for the service's operator. */
export function inScope({ sql }: Db, caller: Caller): ReturnType<Db["sql"]> {
  const scope = findScope(caller);
  return scope ? sql`organisation_id = ${scope.organisationId} and mode = ${scope.mode}` : sql`true`;
}

/**
 * Returns the state of one of the caller's sessions. Throws `Failure("not_found")` if it does not exist, belongs to
 * another organisation or is of the other mode; the three look the same.
 */
export async function requireSession(db: Db, scope: Scope, sessionId: Id<"session">): Promise<SessionState> {
  const [state] = await db.sql<SessionState[]>`
    select status, last_sequence, version from session_states
    where ${ownSessionCondition(db, scope, sessionId)}`;
  if (!state) throw notFound("session");
  return state;
}

/**
 * Increments the version of one of the caller's sessions and notifies its subscribers when the SQL transaction commits. Until
 * then the session's row is locked, for which recording waits. Throws `Failure("not_found")`.
 */
export async function incrementSessionVersion(db: Db, scope: Scope, sessionId: Id<"session">): Promise<void> {
  await notifySession(db, sessionId);
  const updated = await db.sql`
    update session_states set version = version + 1 where ${ownSessionCondition(db, scope, sessionId)}`;
  if (updated.count === 0) throw notFound("session");
}

/**
 * Notifies the subscribers of a session, in all processes, when the SQL transaction commits. A statement of its own: in one that
 * writes rows of the session, a distributed database would notify where those are, and nobody listens there.
 */
export async function notifySession({ sql }: Db, sessionId: Id<"session">): Promise<void> {
  await sql`select pg_notify('takings', ${sessionId})`;
}
