import type { z } from "zod";
import type { Id } from "@/lib/core/ids";
import { may } from "@/lib/core/roles";
import type { Scope } from "@/lib/core/scope";
import { asOrganisation } from "@/lib/db/client";
import { requireSession } from "@/lib/db/guard";
import { listInactive } from "@/lib/terminals";
import type { Waiting } from "./contract";

/**
 * Counts what waits for a person at an event: the amber counts beside its places. A closed event's terminals are not
 * silent, they are done. What the reader's role may not see counts as none. Throws `Failure("not_found")`.
 */
export function countAttention(scope: Scope, sessionId: Id<"session">): Promise<z.output<typeof Waiting>> {
  const seesMoney = !scope.by || may(scope.by.role, "see_money");
  return asOrganisation(scope.organisationId, async (db) => {
    const { status } = await requireSession(db, scope, sessionId);
    const silent = status === "active" ? await listInactive(db, [sessionId], new Date()) : new Map();
    const [open] = seesMoney
      ? await db.sql<{ count: bigint }[]>`
          select count(*) as count from exceptions
          where organisation_id = ${scope.organisationId} and mode = ${scope.mode} and session_id = ${sessionId}
            and resolved_at is null`
      : [];
    return {
      silent_terminals: silent.get(sessionId)?.length ?? 0,
      open_exceptions: Number(open?.count ?? 0n),
    };
  });
}
