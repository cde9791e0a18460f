import { and, asc, eq } from "drizzle-orm";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { asOrganisation, type Db } from "@/lib/db/client";
import { requireSession } from "@/lib/db/guard";
import { terminals } from "@/lib/db/schema";
import { type TerminalRow, toTerminalJson } from "./terminal-json";

/** A session's terminals in the order of their numbers; none for a session that is not the caller's. */
export function terminalRows({ orm }: Db, scope: Scope, sessionId: Id<"session">): Promise<TerminalRow[]> {
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

/** Lists a session's terminals, full form (§4.7). Throws `Failure("not_found")` for an unknown session. */
export function listTerminals(scope: Scope, sessionId: Id<"session">) {
  return asOrganisation(scope.organisationId, async (db) => {
    await requireSession(db, scope, sessionId);
    return (await terminalRows(db, scope, sessionId)).map(toTerminalJson);
  });
}
