import type { z } from "zod";
import type { Id } from "@/lib/core/ids";
import { roleHasPermission } from "@/lib/core/roles";
import type { Scope } from "@/lib/core/scope";
import { readAsOrganisation } from "@/lib/db/client";
import { requireSession } from "@/lib/db/session-state";
import { listInactive } from "@/lib/terminals";
import type { AttentionCounts } from "../contract";

/**
 * Counts what needs a person at an event, for the badges of its navigation. A closed event has no inactive terminals.
 * Counts that the reader's role may not see are zero. Throws `Failure("not_found")`.
 */
export function countAttention(
  scope: Scope,
  sessionId: Id<"session">,
): Promise<z.output<typeof AttentionCounts>> {
  const seesMoney = !scope.actor || roleHasPermission(scope.actor.role, "see_money");
  return readAsOrganisation(scope, async (db) => {
    const { status } = await requireSession(db, scope, sessionId);
    const inactive = status === "active" ? await listInactive(db, [sessionId], new Date()) : new Map();
    const [open] = seesMoney
      ? await db.sql<{ count: bigint }[]>`
          select count(*) as count from exceptions
          where organisation_id = ${scope.organisationId} and mode = ${scope.mode} and session_id = ${sessionId}
            and resolved_at is null`
      : [];
    return {
      inactive_terminals: inactive.get(sessionId)?.length ?? 0,
      open_exceptions: Number(open?.count ?? 0n),
    };
  });
}
