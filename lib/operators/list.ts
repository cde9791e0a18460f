import { and, asc, eq } from "drizzle-orm";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { asOrganisation } from "@/lib/db/client";
import { operators } from "@/lib/db/schema";
import { requireSession } from "@/lib/db/session-state";
import { toOperatorJson } from "./operator-json";

/** Lists a session's operators, oldest first (§4.5). Throws `Failure("not_found")` for an unknown session. */
export function listOperators(scope: Scope, sessionId: Id<"session">) {
  return asOrganisation(scope.organisationId, async (db) => {
    await requireSession(db, scope, sessionId);
    const rows = await db.orm
      .select()
      .from(operators)
      .where(and(eq(operators.sessionId, sessionId), eq(operators.organisationId, scope.organisationId)))
      .orderBy(asc(operators.createdAt), asc(operators.id));
    return rows.map(toOperatorJson);
  });
}
