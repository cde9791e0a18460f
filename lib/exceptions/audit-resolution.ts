import { recordAudit } from "@/lib/audit";
import type { Id } from "@/lib/core/ids";
import type { Caller } from "@/lib/core/scope";
import type { Db } from "@/lib/db/client";

interface Resolution {
  exceptionId: string;
  sessionId: Id<"session"> | null;
  organisationId: Id<"organisation"> | null;
  resolution: "assigned" | "to_refund" | "dismissed" | "accepted";
}

/**
 * Records in the audit log that an exception was resolved, in the SQL transaction that resolves it. Records nothing for an
 * exception without an organisation.
 */
export async function auditResolution(db: Db, caller: Caller, resolved: Resolution): Promise<void> {
  const { exceptionId, sessionId, organisationId, resolution } = resolved;
  if (!organisationId) return;
  return recordAudit(
    db,
    { ...caller, organisationId },
    {
      action: "resolved_exception",
      subject: exceptionId,
      ...(sessionId && { sessionId }),
      details: { resolution },
    },
  );
}
