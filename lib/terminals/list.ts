import { and, asc, eq } from "drizzle-orm";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { asOrganisation, type Db } from "@/lib/db/client";
import { terminals } from "@/lib/db/schema";
import { requireSession } from "@/lib/db/session-state";
import { type TerminalRow, toTerminalJson } from "./terminal-json";

/** Reads a session's terminals by position; none if the session is another organisation's. */
export function listTerminalRows(
  { orm }: Db,
  scope: Scope,
  sessionId: Id<"session">,
): Promise<TerminalRow[]> {
  return orm
    .select({
      id: terminals.id,
      terminalId: terminals.terminalId,
      position: terminals.position,
      assignedAt: terminals.assignedAt,
    })
    .from(terminals)
    .where(
      and(
        eq(terminals.sessionId, sessionId),
        eq(terminals.organisationId, scope.organisationId),
        eq(terminals.mode, scope.mode),
      ),
    )
    .orderBy(asc(terminals.position));
}

/** Lists a session's terminals in full form (§4.7). Throws `Failure("not_found")` for an unknown session. */
export function listTerminals(scope: Scope, sessionId: Id<"session">) {
  return asOrganisation(scope.organisationId, async (db) => {
    await requireSession(db, scope, sessionId);
    return (await listTerminalRows(db, scope, sessionId)).map(toTerminalJson);
  });
}
