import type { z } from "zod";
import { scheduleClosure } from "@/lib/accounts";
import { recordAudit } from "@/lib/audit";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { systemTx } from "@/lib/db/client";
import { notifySession, ownSessionCondition, requireSession } from "@/lib/db/session-state";
import type { KeyedWrite } from "@/lib/idempotency";
import { endAssignments } from "@/lib/operators";
import type { ClosedSession } from "./contract";

/**
 * Closes a session (§4.3). Once this resolves, no transaction is created in it, because recording locks the same
 * state row, and no operator is assigned to its terminals. Devices stay paired until they are paired elsewhere, so
 * that a later payment on one of them is an exception of this session. The account that was opened for it is closed at the
 * bank after a grace. Closing a closed session changes nothing.
 * Throws `Failure("not_found")`.
 */
export function closeSession(
  scope: Scope,
  sessionId: Id<"session">,
  write?: KeyedWrite<z.output<typeof ClosedSession>>,
) {
  return systemTx(async (db) => {
    await requireSession(db, scope, sessionId);
    // Never before the last payment, even if the clock was set back.
    const [closed] = await db.sql<{ closedAt: Date; version: bigint }[]>`
      update session_states set status = 'closed', closed_at = greatest(statement_timestamp(), last_created_at),
        version = version + 1, assignments_version = assignments_version + 1
      where ${ownSessionCondition(db, scope, sessionId)} and status = 'active'
      returning closed_at, version`;
    if (closed) {
      await endAssignments(db, { sessionId, ...closed });
      await scheduleClosure(db, { sessionId, ...closed });
      const done = { action: "closed_event", subject: sessionId, sessionId, at: closed.closedAt } as const;
      await recordAudit(db, scope, { ...done, isForPlatforms: true });
      await notifySession(db, sessionId);
    }
    const answer = { session_id: sessionId, status: "closed" as const };
    await write?.storeAnswer(db, answer);
    return answer;
  });
}
