import os from "node:os";
import { type Id, newId } from "@/lib/core/ids";
import type { Actor, Caller } from "@/lib/core/scope";
import type { Db } from "@/lib/db/client";
import { auditEntries } from "@/lib/db/schema";
import type { AuditAction } from "./labels";

/** An audit entry to record. */
interface AuditInput {
  action: AuditAction;
  /** The id of the object that the action changed. */
  subject: string;
  sessionId?: Id<"session">;
  /** Further details. Must hold no secrets and no account numbers. */
  details?: Record<string, string>;
  /** The time of the action; default: the start of the SQL transaction. */
  at?: Date;
  /** Records the entry even without a named actor, because `takings verify` compares it. */
  isForPlatforms?: true;
}

/** The scope of the action; a member needs only the id and the e-mail address. */
interface AuditScope extends Omit<Caller, "actor"> {
  organisationId: Id<"organisation">;
  actor?: Pick<Actor, "memberId" | "email"> | undefined;
}

/** The actor's name when the API key is unknown. */
const PLATFORM_ACTOR = "API";

/** The operating system's user name. */
function osUser(): string {
  try {
    return os.userInfo().username;
  } catch {
    // A container may run as a user id without a name.
    return `uid ${process.getuid?.() ?? "unknown"}`;
  }
}

/** Returns the actor's name in the audit log, or `undefined` for a caller that is not recorded. */
export function actorOf({
  actor,
  isCommandLine,
  apiKey,
  isService,
}: Omit<AuditScope, "organisationId">): string | undefined {
  if (isService) return "service";
  if (actor) return actor.email;
  if (isCommandLine) return `command line (${osUser()})`;
  return apiKey && `API key ${apiKey.name}`;
}

/** Returns the actor's name: a member's e-mail address, the command line, an API key, or "API" if none is known. */
export function actorName(asker: Omit<AuditScope, "organisationId">): string {
  return actorOf(asker) ?? PLATFORM_ACTOR;
}

/** Returns the origin of the action: the client's address, or the host of the command line. */
const originOf = ({ origin, isCommandLine }: Omit<AuditScope, "organisationId">): string | null =>
  (isCommandLine ? os.hostname() : origin) || null;

/**
 * Records an action of a member, an API key or the command line, with its origin, in the SQL transaction of the action.
 * Records nothing if the caller is none of these, unless `isForPlatforms` is set.
 */
export async function recordAudit({ orm }: Db, asker: AuditScope, entry: AuditInput): Promise<void> {
  if (!actorOf(asker) && !entry.isForPlatforms) return;
  const { organisationId, actor, apiKey } = asker;
  await orm.insert(auditEntries).values({
    id: newId("auditEntry"),
    organisationId,
    memberId: actor?.memberId ?? null,
    actor: actorName(asker),
    origin: originOf(asker),
    action: entry.action,
    subject: entry.subject,
    sessionId: entry.sessionId ?? null,
    details: { ...entry.details, ...(apiKey && { key: apiKey.id }) },
    at: entry.at,
  });
}
