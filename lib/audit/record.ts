import { type Id, newId } from "@/lib/core/ids";
import type { Actor, Asker } from "@/lib/core/scope";
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
  /** When it was done, where that is not the start of the SQL transaction. */
  at?: Date;
  /** Whether it is recorded for a platform too, because `takings verify` compares it. */
  isForPlatforms?: true;
}

/** Who did it; of a member their id and address are enough. */
interface Doer extends Omit<Asker, "by"> {
  organisationId: Id<"organisation">;
  by?: Pick<Actor, "memberId" | "email"> | undefined;
}

/** Names the operator of the service, who is no member and has no e-mail address here. */
const COMMAND_LINE_ACTOR = "command line";
/** Names a platform, which acts by an API key. */
const PLATFORM_ACTOR = "API";

/** Names who asks, as the audit log does: a member's e-mail address, the command line or a platform. */
export function actorName({ by, isCommandLine }: Omit<Doer, "organisationId">): string {
  return by?.email ?? (isCommandLine ? COMMAND_LINE_ACTOR : PLATFORM_ACTOR);
}

/**
 * Records what a member or the operator of the service did, in the SQL transaction that does it. Records nothing for a
 * platform, which logs its own calls, except with `isForPlatforms`.
 */
export async function recordDeed(
  { orm }: Db,
  { organisationId, by, isCommandLine }: Doer,
  done: Done,
): Promise<void> {
  if (!by && !isCommandLine && !done.isForPlatforms) return;
  await orm.insert(auditEntries).values({
    id: newId("auditEntry"),
    organisationId,
    memberId: by?.memberId ?? null,
    actor: actorName({ by, isCommandLine }),
    action: done.action,
    subject: done.subject,
    sessionId: done.sessionId ?? null,
    details: done.details ?? {},
    at: done.at,
  });
}
