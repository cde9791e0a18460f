import { createHash, randomBytes } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import { recordDeed } from "@/lib/audit";
import { Failure, notFound } from "@/lib/core/errors";
import { type Id, newId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { asOrganisation, asOrganisationTx, type Db, systemDb } from "@/lib/db/client";
import { requireSession } from "@/lib/db/guard";
import { wallLinks } from "@/lib/db/schema";
import { env } from "@/lib/env";

const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");

/** What a link shows, and to whom it belongs. */
export interface SharedWall {
  linkId: Id<"wallLink">;
  sessionId: Id<"session">;
  scope: Scope;
}

/**
 * Makes a link that shows an event's wallboard to whoever holds it, the only one that is good from now on; screens by
 * an older one go dark at once. Throws `Failure("not_found")` for a session that is not the caller's,
 * `Failure("conflict")` for one that is closed.
 */
export function shareWall(scope: Scope, sessionId: Id<"session">): Promise<{ url: string }> {
  const token = randomBytes(24).toString("base64url");
  return asOrganisationTx(scope.organisationId, async (db) => {
    const { status } = await requireSession(db, scope, sessionId);
    if (status === "closed")
      throw new Failure("conflict", {
        detail: "The event is closed: no new link to its wallboard is made. Open the wallboard as a member.",
      });
    await revokeAll(db, sessionId);
    const id = newId("wallLink");
    const { organisationId, mode } = scope;
    await db.orm.insert(wallLinks).values({ id, sessionId, organisationId, mode, tokenHash: hashOf(token) });
    await recordDeed(db, scope, { action: "shared_wall", subject: id, sessionId });
    return { url: `${env().authUrl.replace(/\/$/, "")}/wall/${sessionId}?key=${token}` };
  });
}

/** Ends the links to an event's wallboard; screens that were let in by one are cut at once. Throws `Failure("not_found")`. */
export function revokeWall(scope: Scope, sessionId: Id<"session">): Promise<{ shared_at: null }> {
  return asOrganisationTx(scope.organisationId, async (db) => {
    await requireSession(db, scope, sessionId);
    for (const subject of await revokeAll(db, sessionId)) {
      await recordDeed(db, scope, { action: "revoked_wall", subject, sessionId });
    }
    return { shared_at: null };
  });
}

async function revokeAll(db: Db, sessionId: Id<"session">): Promise<Id<"wallLink">[]> {
  const revoked = await db.orm
    .update(wallLinks)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(wallLinks.sessionId, sessionId), isNull(wallLinks.revokedAt)))
    .returning({ id: wallLinks.id });
  for (const { id } of revoked) await db.sql`select pg_notify('takings_signed_out', ${id})`;
  return revoked.map(({ id }) => id);
}

/** Since when an event's wallboard is shared by a link; null where it is not. Throws `Failure("not_found")`. */
export function getWallLink(scope: Scope, sessionId: Id<"session">): Promise<{ shared_at: Date | null }> {
  return asOrganisation(scope.organisationId, async (db) => {
    await requireSession(db, scope, sessionId);
    const [link] = await db.orm
      .select({ shared_at: wallLinks.createdAt })
      .from(wallLinks)
      .where(and(eq(wallLinks.sessionId, sessionId), isNull(wallLinks.revokedAt)));
    return link ?? { shared_at: null };
  });
}

/** Finds what a link's token shows. Throws `Failure("not_found")` for one that is unknown, revoked or another event's. */
export async function requireSharedWall(sessionId: Id<"session">, token: string): Promise<SharedWall> {
  const [link] = await systemDb()
    .orm.select()
    .from(wallLinks)
    .where(
      and(
        eq(wallLinks.tokenHash, hashOf(token)),
        eq(wallLinks.sessionId, sessionId),
        isNull(wallLinks.revokedAt),
      ),
    );
  if (!link) throw notFound("wallboard");
  return { linkId: link.id, sessionId, scope: { organisationId: link.organisationId, mode: link.mode } };
}

/** Whether a link is still good. */
export async function isWallLinkGood(linkId: Id<"wallLink">): Promise<boolean> {
  const links = await systemDb()
    .orm.select({ id: wallLinks.id })
    .from(wallLinks)
    .where(and(eq(wallLinks.id, linkId), isNull(wallLinks.revokedAt)));
  return links.length > 0;
}
