import { type Id, newId } from "@/lib/core/ids";
import type { Asker } from "@/lib/core/scope";
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

/** Names the operator of the service, who is no member and has no e-mail address here. */
const COMMAND_LINE_ACTOR = "command line";

/**
 * Records what a member or the operator of the service did, in the SQL transaction that does it. Records nothing for a
 * platform, which logs its own calls.
 */
export async function recordDeed(
  { orm }: Db,
  { organisationId, by, isCommandLine }: Asker & { organisationId: Id<"organisation"> },
  done: Done,
): Promise<void> {
  if (!by && !isCommandLine) return;
  await orm.insert(auditEntries).values({
    id: newId("auditEntry"),
    organisationId,
    memberId: by?.memberId ?? null,
    actor: by?.email ?? COMMAND_LINE_ACTOR,
    action: done.action,
    subject: done.subject,
    sessionId: done.sessionId ?? null,
    details: done.details ?? {},
  });
}
