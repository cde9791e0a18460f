import { eq } from "drizzle-orm";
import { Failure, notFound } from "@/lib/core/errors";
import type { Id } from "@/lib/core/ids";
import { type Db, systemTx } from "@/lib/db/client";
import { sessions } from "@/lib/db/schema";
import { type IssuedKey, insertKey } from "./api-keys";
import { ensureOrganisation } from "./organisation";

/** Whose key it shall be: an organisation's, made where it is new, or that of whoever a session belongs to. */
export type Holder = { organisation: string } | { sessionId: Id<"session"> };

/**
 * Issues a test key that is good for a while only, for a program that acts in an organisation's name.
 * Throws `Failure("not_found")` for an unknown session, `Failure("conflict")` for one that takes real money.
 */
export async function issueTemporaryKey(holder: Holder, lifeMs: number): Promise<IssuedKey> {
  return systemTx(async (db) => {
    const organisationId =
      "sessionId" in holder
        ? await ownerOf(db, holder.sessionId)
        : await ensureOrganisation(db, holder.organisation);
    return insertKey(db, {
      organisationId,
      mode: "test",
      name: "Simulator",
      expiresAt: new Date(Date.now() + lifeMs),
    });
  });
}

async function ownerOf(db: Db, sessionId: Id<"session">): Promise<Id<"organisation">> {
  const [session] = await db.orm
    .select({ organisationId: sessions.organisationId, mode: sessions.mode })
    .from(sessions)
    .where(eq(sessions.sessionId, sessionId));
  if (!session) throw notFound("session");
  if (session.mode === "test") return session.organisationId;
  throw new Failure("conflict", { detail: "That session takes real money. Choose a test session." });
}
