import { eq } from "drizzle-orm";
import { recordAudit } from "@/lib/audit";
import { Failure, notFound } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import type { Caller } from "@/lib/core/scope";
import { type Db, systemTx } from "@/lib/db/client";
import { sessions } from "@/lib/db/schema";
import { ensureOrganisation } from "../organisation";
import { type IssuedKey, insertKey } from "./api-keys";

/** The organisation that gets the key: by name, created if it does not exist, or the one that owns a session. */
export type KeyOwner = { organisation: string } | { sessionId: Id<"session"> };

/**
 * Issues a test key that expires after `lifeMs`, for the simulator, and records it in the audit log.
 * Throws `Failure("not_found")` for an unknown session and `Failure("conflict")` for a live one.
 */
export async function issueTemporaryKey(
  caller: Caller,
  holder: KeyOwner,
  lifeMs: number,
): Promise<IssuedKey> {
  return systemTx(async (db) => {
    const organisationId =
      "sessionId" in holder
        ? await findOwner(db, holder.sessionId)
        : await ensureOrganisation(db, holder.organisation);
    const key = { mode: "test", name: "Simulator" } as const;
    const expiresAt = new Date(Date.now() + lifeMs);
    const issued = await insertKey(db, { organisationId, ...key, expiresAt });
    const entry = { action: "issued_key", subject: issued.keyId, details: key } as const;
    await recordAudit(db, { ...caller, organisationId }, entry);
    return issued;
  });
}

async function findOwner(db: Db, sessionId: Id<"session">): Promise<Id<"organisation">> {
  const [session] = await db.orm
    .select({ organisationId: sessions.organisationId, mode: sessions.mode })
    .from(sessions)
    .where(eq(sessions.sessionId, sessionId));
  if (!session) throw notFound("session");
  if (session.mode === "test") return session.organisationId;
  throw new Failure("conflict", { detail: "That session takes real money. Choose a test session." });
}
