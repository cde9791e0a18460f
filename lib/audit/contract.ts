import { z } from "zod";
import { idSchema } from "@/lib/core/ids";
import { Instant } from "@/lib/core/time";
import { AUDIT_ACTION_LABELS, type AuditAction } from "./labels";

/** One entry of the audit log. */
export const AuditEntry = z.object({
  id: idSchema("auditEntry"),
  actor: z.string(),
  /** The client's address, or the command line's host. */
  origin: z.string().nullable(),
  action: z.enum(Object.keys(AUDIT_ACTION_LABELS) as [AuditAction, ...AuditAction[]]),
  subject: z.string(),
  session_id: idSchema("session").nullable(),
  details: z.record(z.string(), z.string()),
  at: Instant,
});

/** The cursor of a page: entries before this one, the latest first. */
export const AuditQuery = z.object({ before: idSchema("auditEntry").optional() });

/** A page of the log, and the cursor of the next one; null at the end. */
export const AuditPage = z.object({
  entries: z.array(AuditEntry),
  next: idSchema("auditEntry").nullable(),
});
