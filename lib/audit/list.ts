import { and, desc, eq, lt } from "drizzle-orm";
import type { z } from "zod";
import type { Scope } from "@/lib/core/scope";
import { readAsOrganisation } from "@/lib/db/client";
import { auditEntries } from "@/lib/db/schema";
import type { AuditPage, AuditQuery } from "./contract";
import type { AuditAction } from "./labels";

const PAGE_SIZE = 30;

/** Narrows a stored action: only actions of the contract are written. */
const toAuditAction = (action: string) => action as AuditAction;

/** Lists one page of the audit entries of the caller's organisation, the latest first. */
export function listAuditEntries(
  scope: Scope,
  { before }: z.output<typeof AuditQuery>,
): Promise<z.output<typeof AuditPage>> {
  const { organisationId } = scope;
  return readAsOrganisation(scope, async ({ orm }) => {
    const rows = await orm
      .select()
      .from(auditEntries)
      .where(and(eq(auditEntries.organisationId, organisationId), before && lt(auditEntries.id, before)))
      .orderBy(desc(auditEntries.id))
      .limit(PAGE_SIZE + 1);
    const page = rows.slice(0, PAGE_SIZE);
    return {
      entries: page.map(({ id, actor, origin, action, subject, sessionId, details, at }) => ({
        id,
        actor,
        origin,
        action: toAuditAction(action),
        subject,
        session_id: sessionId,
        details,
        at,
      })),
      next: rows.length > PAGE_SIZE ? (page.at(-1)?.id ?? null) : null,
    };
  });
}
