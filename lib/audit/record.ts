import { type Id, newId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import type { Db } from "@/lib/db/client";
import { auditEntries } from "@/lib/db/schema";
import type { Deed } from "./words";

/** What was done, to what. */
interface Done {
  action: Deed;
  /** The id of what it was done to. */
  subject: string;
  sessionId?: Id<"session">;
  /** What else tells it: no secrets, no account numbers. */
  details?: Record<string, string>;
}

/** Writes down what a member did, in the SQL transaction that does it. A platform's own deeds are its own to log. */
export async function recordDeed(
  { orm }: Db,
  { organisationId, by }: Pick<Scope, "organisationId" | "by">,
  done: Done,
): Promise<void> {
  if (!by) return;
  await orm.insert(auditEntries).values({
    id: newId("auditEntry"),
    organisationId,
    memberId: by.memberId,
    actor: by.email,
    action: done.action,
    subject: done.subject,
    sessionId: done.sessionId ?? null,
    details: done.details ?? {},
  });
}
