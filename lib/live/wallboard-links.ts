import { createHash, randomBytes } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import { recordAudit } from "@/lib/audit";
import { Failure, notFound } from "@/lib/core/errors";
import { type Id, newId } from "@/lib/core/ids";
import type { Mode, Scope } from "@/lib/core/scope";
import { asOrganisation, asOrganisationTx, type Db, systemDb } from "@/lib/db/client";
import { requireSession } from "@/lib/db/guard";
import { wallLinks } from "@/lib/db/schema";
import { env } from "@/lib/env";
import type { EndReason } from "./contract";

const HOUR_MS = 3_600_000;
/** An event runs late, and its hall is shown the total for a while. */
const AFTER_EVENT_MS = 24 * HOUR_MS;
/** For an event without an end. */
const LINK_LIFE_MS = 7 * 24 * HOUR_MS;

const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");

/** What a link shows, to whom it belongs, and until when. */
export interface SharedWall {
  linkId: Id<"wallLink">;
  sessionId: Id<"session">;
  scope: Scope;
  expiresAt: Date;
}

/** When a link that is made now expires: 24 hours after the event's end, or in 7 days where that is past or not given. */
export function wallLinkExpiry(endsAt: Date | null, now: Date): Date {
  const afterEvent = endsAt ? endsAt.getTime() + AFTER_EVENT_MS : 0;
  return new Date(afterEvent > now.getTime() ? afterEvent : now.getTime() + LINK_LIFE_MS);
}

/**
 * Makes a link that shows an event's wallboard to whoever holds it, the only one that is good from now on; screens by
 * an older one go dark at once. The token stands in the link's fragment, which browsers send to no server. Throws
 * `Failure("not_found")` for a session that is not the caller's, `Failure("conflict")` for one that is closed.
 */
export function shareWall(
  scope: Scope,
  sessionId: Id<"session">,
): Promise<{ url: string; expires_at: Date }> {
  const token = randomBytes(24).toString("base64url");
  return asOrganisationTx(scope.organisationId, async (db) => {
    const { status } = await requireSession(db, scope, sessionId);
    if (status === "closed")
      throw new Failure("conflict", {
        detail: "The event is closed: no new link to its wallboard is made. Open the wallboard as a member.",
      });
    await revokeAll(db, sessionId);
    const [event] = await db.sql<{ endsAt: Date | null }[]>`
      select ends_at as "endsAt" from sessions where session_id = ${sessionId}`;
    const expiresAt = wallLinkExpiry(event?.endsAt ?? null, new Date());
    const id = newId("wallLink");
    const { organisationId, mode } = scope;
    const link = { id, sessionId, organisationId, mode, tokenHash: hashOf(token), expiresAt };
    await db.orm.insert(wallLinks).values(link);
    await recordAudit(db, scope, {
      action: "shared_wall",
      subject: id,
      sessionId,
      details: { expires_at: expiresAt.toISOString() },
    });
    const url = `${env().authUrl.replace(/\/$/, "")}/wall/${sessionId}/open#key=${token}`;
    return { url, expires_at: expiresAt };
  });
}

/** Ends the links to an event's wallboard; screens that were let in by one are cut at once. Throws `Failure("not_found")`. */
export function revokeWall(
  scope: Scope,
  sessionId: Id<"session">,
): Promise<{ shared_at: null; expires_at: null }> {
  return asOrganisationTx(scope.organisationId, async (db) => {
    await requireSession(db, scope, sessionId);
    for (const subject of await revokeAll(db, sessionId)) {
      await recordAudit(db, scope, { action: "revoked_wall", subject, sessionId });
    }
    return { shared_at: null, expires_at: null };
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

/**
 * Since when an event's wallboard is shared by a link that works, and until when; nulls where it is not. Throws
 * `Failure("not_found")`.
 */
export function getWallLink(
  scope: Scope,
  sessionId: Id<"session">,
): Promise<{ shared_at: Date | null; expires_at: Date | null }> {
  return asOrganisation(scope.organisationId, async (db) => {
    const { status } = await requireSession(db, scope, sessionId);
    const [link] = await db.orm
      .select({ shared_at: wallLinks.createdAt, expires_at: wallLinks.expiresAt })
      .from(wallLinks)
      .where(
        and(
          eq(wallLinks.sessionId, sessionId),
          isNull(wallLinks.revokedAt),
          sql`${wallLinks.expiresAt} > now()`,
        ),
      );
    return link && status === "active" ? link : { shared_at: null, expires_at: null };
  });
}

interface LinkRow {
  linkId: Id<"wallLink">;
  organisationId: Id<"organisation">;
  mode: Mode;
  expiresAt: Date;
  isExpired: boolean;
  isRevoked: boolean;
  isClosed: boolean;
}

const linksBy = async (condition: (db: Db) => ReturnType<Db["sql"]>): Promise<LinkRow | undefined> => {
  const db = systemDb();
  const [link] = await db.sql<LinkRow[]>`
    select w.id as "linkId", w.organisation_id as "organisationId", w.mode, w.expires_at as "expiresAt",
      w.expires_at <= now() as "isExpired", w.revoked_at is not null as "isRevoked", c.status = 'closed' as "isClosed"
    from wall_links w join session_counters c using (session_id) where ${condition(db)}`;
  return link;
};

function endReason(link: LinkRow | undefined): EndReason | undefined {
  if (!link || link.isRevoked) return "revoked";
  if (link.isClosed) return "closed";
  return link.isExpired ? "expired" : undefined;
}

/**
 * Finds what a link's token shows. Throws `Failure("not_found")` for one that is unknown, expired, revoked, another event's
 * or a closed event's.
 */
export async function requireSharedWall(sessionId: Id<"session">, token: string): Promise<SharedWall> {
  const link = await linksBy(
    ({ sql }) => sql`w.token_hash = ${hashOf(token)} and w.session_id = ${sessionId}`,
  );
  if (!link || endReason(link)) throw notFound("wallboard");
  const { linkId, organisationId, mode, expiresAt } = link;
  return { linkId, sessionId, scope: { organisationId, mode }, expiresAt };
}

/** Why the link of a token shows this event's wallboard no longer; undefined while it does, and for an unknown token. */
export async function findWallEnd(sessionId: Id<"session">, token: string): Promise<EndReason | undefined> {
  const link = await linksBy(
    ({ sql }) => sql`w.token_hash = ${hashOf(token)} and w.session_id = ${sessionId}`,
  );
  return link && endReason(link);
}

/** Why a link shows its wallboard no longer; undefined while it does. */
export async function getWallLinkEnd(linkId: Id<"wallLink">): Promise<EndReason | undefined> {
  return endReason(await linksBy(({ sql }) => sql`w.id = ${linkId}`));
}
