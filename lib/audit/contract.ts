import { z } from "zod";
import { idOf } from "@/lib/core/ids";
import { Instant } from "@/lib/core/time";
import { AUDIT_ACTION_LABELS, type AuditAction } from "./labels";

/** One line of the audit log. */
export const AuditEntry = z.object({
  id: idOf("auditEntry"),
  actor: z.string(),
  /** Where from: a client's address or the command line's host. */
  origin: z.string().nullable(),
  action: z.enum(Object.keys(AUDIT_ACTION_LABELS) as [AuditAction, ...AuditAction[]]),
  subject: z.string(),
  session_id: idOf("session").nullable(),
  details: z.record(z.string(), z.string()),
  at: Instant,
});

/** Which page of the log: those before an entry, the latest first. */
export const AuditQuery = z.object({ before: idOf("auditEntry").optional() });

/** A page of the log, and where the next begins. */
export const AuditPage = z.object({
  entries: z.array(AuditEntry),
  next: idOf("auditEntry").nullable(),
});
