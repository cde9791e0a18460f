import { and, eq } from "drizzle-orm";
import { notFound } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { asOrganisation } from "@/lib/db/client";
import { sessionStates, sessions } from "@/lib/db/schema";
import { listTerminalRows } from "@/lib/terminals";
import { toSessionJson } from "./session-json";

/** Gets a session in the form of its creation response (§4.2). Throws `Failure("not_found")`. */
export function getSession(scope: Scope, sessionId: Id<"session">) {
  return asOrganisation(scope.organisationId, async (db) => {
    const [rows, terminals] = await Promise.all([
      db.orm
        .select({
          sessionId: sessions.sessionId,
          status: sessionStates.status,
          externalEventId: sessions.externalEventId,
          name: sessions.name,
          currency: sessions.currency,
          accountNumber: sessions.accountNumber,
          accountName: sessions.accountName,
          bankName: sessions.bankName,
          bankCode: sessions.bankCode,
          createdAt: sessions.createdAt,
        })
        .from(sessions)
        .innerJoin(sessionStates, eq(sessionStates.sessionId, sessions.sessionId))
        .where(
          and(
            eq(sessions.sessionId, sessionId),
            eq(sessions.organisationId, scope.organisationId),
            eq(sessions.mode, scope.mode),
          ),
        ),
      listTerminalRows(db, scope, sessionId),
    ]);
    if (!rows[0]) throw notFound("session");
    return toSessionJson(rows[0], terminals);
  });
}
