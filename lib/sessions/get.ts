import { and, eq } from "drizzle-orm";
import { notFound } from "@/lib/core/errors";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { asOrganisation } from "@/lib/db/client";
import { sessionCounters, sessions } from "@/lib/db/schema";
import { terminalRows } from "@/lib/terminals";
import { toSessionJson } from "./session-json";

/** Gets a session as its creation answered it (§4.2). Throws `Failure("not_found")`. */
export function getSession(scope: Scope, sessionId: Id<"session">) {
  return asOrganisation(scope.organisationId, async (db) => {
    const [rows, terminals] = await Promise.all([
      db.orm
        .select({
          sessionId: sessions.sessionId,
          status: sessionCounters.status,
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
        .innerJoin(sessionCounters, eq(sessionCounters.sessionId, sessions.sessionId))
        .where(
          and(
            eq(sessions.sessionId, sessionId),
            eq(sessions.organisationId, scope.organisationId),
            eq(sessions.mode, scope.mode),
          ),
        ),
      terminalRows(db, scope, sessionId),
    ]);
    if (!rows[0]) throw notFound("session");
    return toSessionJson(rows[0], terminals);
  });
}
