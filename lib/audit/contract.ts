import { z } from "zod";
import { textSchema } from "@/lib/core/format/text";
import { idSchema } from "@/lib/core/ids";
import { keysOf } from "@/lib/core/keys";
import { Instant } from "@/lib/core/time";
import { AUDIT_ACTION_LABELS, AUDIT_AREAS } from "./labels";

const MAX_SEARCH_LENGTH = 200;

/** One entry of the audit log. */
export const AuditEntry = z.object({
  id: idSchema("auditEntry"),
  actor: z.string(),
  /** The client's address, or the command line's host. */
  origin: z.string().nullable(),
  action: z.enum(keysOf(AUDIT_ACTION_LABELS)),
  subject: z.string(),
  session_id: idSchema("session").nullable(),
  details: z.record(z.string(), z.string()),
  at: Instant,
});

const time = z.iso
  .datetime({ offset: true, error: "must be a time such as 2026-12-12T20:00:00Z" })
  .transform((text) => new Date(text))
  .optional();

/** The filters of the log; the page, the list and the export use the same ones. */
export const AuditFilters = z.object({
  /** Words that the actor, the address, the action, the affected id or the details contain. */
  q: textSchema(MAX_SEARCH_LENGTH)
    .transform((text) => text.trim() || undefined)
    .optional(),
  area: z.enum(keysOf(AUDIT_AREAS)).optional(),
  /** The range of the time: from `from` (inclusive) to `to` (exclusive). */
  from: time,
  to: time,
});
export type AuditFilters = z.output<typeof AuditFilters>;

/** The query of a page: the filters and the cursor, entries before this one, the latest first. */
export const AuditQuery = AuditFilters.extend({ before: idSchema("auditEntry").optional() });

/** A page of the log, and the cursor of the next one; null at the end. */
export const AuditPage = z.object({
  entries: z.array(AuditEntry),
  next: idSchema("auditEntry").nullable(),
});
