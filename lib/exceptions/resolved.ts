import { recordDeed } from "@/lib/audit";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import type { Db } from "@/lib/db/client";

interface Resolved {
  exceptionId: string;
  sessionId: Id<"session"> | null;
  resolution: "assigned" | "to_return" | "noted" | "accepted";
}

/** Writes down that a member resolved an exception, in the SQL transaction that resolves it. */
export function recordResolved(db: Db, scope: Scope, resolved: Resolved): Promise<void> {
  const { exceptionId, sessionId, resolution } = resolved;
  return recordDeed(db, scope, {
    action: "resolved_exception",
    subject: exceptionId,
    ...(sessionId && { sessionId }),
    details: { resolution },
  });
}
