import { recordAudit } from "@/lib/audit";
import type { Id } from "@/lib/core/ids";
import type { Asker } from "@/lib/core/scope";
import type { Db } from "@/lib/db/client";

interface Resolved {
  exceptionId: string;
  sessionId: Id<"session"> | null;
  organisationId: Id<"organisation"> | null;
  resolution: "assigned" | "to_return" | "noted" | "accepted";
}

/**
 * Records in the audit log that an exception was resolved, in the SQL transaction that resolves it. One that belongs to no
 * organisation is in no organisation's log.
 */
export async function auditResolution(db: Db, asker: Asker | undefined, resolved: Resolved): Promise<void> {
  const { exceptionId, sessionId, organisationId, resolution } = resolved;
  if (!asker || !organisationId) return;
  return recordAudit(
    db,
    { ...asker, organisationId },
    {
      action: "resolved_exception",
      subject: exceptionId,
      ...(sessionId && { sessionId }),
      details: { resolution },
    },
  );
}
