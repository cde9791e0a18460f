import os from "node:os";
import { type Id, newId } from "@/lib/core/ids";
import type { Actor, Asker } from "@/lib/core/scope";
import type { Db } from "@/lib/db/client";
import { auditEntries } from "@/lib/db/schema";
import type { AuditAction } from "./labels";

/** What was done, to what. */
interface AuditInput {
  action: AuditAction;
  /** The id of what it was done to. */
  subject: string;
  sessionId?: Id<"session">;
  /** What else tells it: no secrets, no account numbers. */
  details?: Record<string, string>;
  /** When it was done, where that is not the start of the SQL transaction. */
  at?: Date;
  /** Whether it is recorded whoever asked, because `takings verify` compares it. */
  isForPlatforms?: true;
}

/** Who did it; of a member their id and address are enough. */
interface AuditScope extends Omit<Asker, "by"> {
  organisationId: Id<"organisation">;
  by?: Pick<Actor, "memberId" | "email"> | undefined;
}

/** Names a platform whose key is not known. */
const PLATFORM_ACTOR = "API";

/** The user of the operating system who runs the command line. */
function osUser(): string {
  try {
    return os.userInfo().username;
  } catch {
    // A container may run as a number that has no name.
    return `uid ${process.getuid?.() ?? "unknown"}`;
  }
}

/** Who asks, as the audit log names them; `undefined` for nobody that it records. */
export function actorOf({
  by,
  isCommandLine,
  apiKey,
}: Omit<AuditScope, "organisationId">): string | undefined {
  if (by) return by.email;
  if (isCommandLine) return `command line (${osUser()})`;
  return apiKey && `API key ${apiKey.name}`;
}

/** Names who asks, as the audit log does: a member's e-mail address, the command line, an API key or a platform. */
export function actorName(asker: Omit<AuditScope, "organisationId">): string {
  return actorOf(asker) ?? PLATFORM_ACTOR;
}

/** Where from: the client's address, or for the command line the host that it runs on. */
const originOf = ({ origin, isCommandLine }: Omit<AuditScope, "organisationId">): string | null =>
  (isCommandLine ? os.hostname() : origin) || null;

/**
 * Records what a member, an API key or the operator of the service did, and where from, in the SQL transaction that does
 * it. Records nothing where nobody of them asked, except with `isForPlatforms`.
 */
export async function recordAudit({ orm }: Db, asker: AuditScope, done: AuditInput): Promise<void> {
  const actor = actorOf(asker);
  if (!actor && !done.isForPlatforms) return;
  const { organisationId, by, apiKey } = asker;
  await orm.insert(auditEntries).values({
    id: newId("auditEntry"),
    organisationId,
    memberId: by?.memberId ?? null,
    actor: actorName(asker),
    origin: originOf(asker),
    action: done.action,
    subject: done.subject,
    sessionId: done.sessionId ?? null,
    details: { ...done.details, ...(apiKey && { key: apiKey.id }) },
    at: done.at,
  });
}
