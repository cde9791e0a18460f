import { createHash, randomBytes } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import { recordAudit } from "@/lib/audit";
import { Failure, notFound } from "@/lib/core/errors/errors";
import { type Id, newId } from "@/lib/core/ids";
import type { Mode, Scope } from "@/lib/core/scope";
import { HOUR_MS } from "@/lib/core/time/durations";
import { asOrganisation, asOrganisationTx, type Db, systemDb } from "@/lib/db/client";
import { wallboardLinks } from "@/lib/db/schema";
import { requireSession } from "@/lib/db/session-state";
import { env } from "@/lib/env";
import type { EndReason } from "./contract";

/** How long a link outlives the event's planned end: events overrun, and the total stays on display for a while. */
const AFTER_EVENT_MS = 24 * HOUR_MS;
/** Lifetime of a link for an event without an end time. */
const DEFAULT_LIFETIME_MS = 7 * 24 * HOUR_MS;

const hashToken = (token: string) => createHash("sha256").update(token).digest("hex");

/** A valid wallboard link: its session, its scope and its expiry. */
export interface SharedWallboard {
  linkId: Id<"wallboardLink">;
  sessionId: Id<"session">;
  scope: Scope;
  expiresAt: Date;
}

/** The expiry of a link created now: 24 hours after the event's end, or in 7 days if that is past or not set. */
export function computeLinkExpiry(endsAt: Date | null, now: Date): Date {
  const afterEvent = endsAt ? endsAt.getTime() + AFTER_EVENT_MS : 0;
  return new Date(afterEvent > now.getTime() ? afterEvent : now.getTime() + DEFAULT_LIFETIME_MS);
}

/**
 * Creates a public link to an event's wallboard and revokes all earlier ones; streams opened with an earlier link end at
 * once. The token is in the URL fragment, which browsers do not send to servers. Throws `Failure("not_found")` for a
 * session that is not the caller's, `Failure("conflict")` for a closed one.
 */
export function createWallboardLink(
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
      select ends_at from sessions where session_id = ${sessionId}`;
    const expiresAt = computeLinkExpiry(event?.endsAt ?? null, new Date());
    const id = newId("wallboardLink");
    const { organisationId, mode } = scope;
    const link = { id, sessionId, organisationId, mode, tokenHash: hashToken(token), expiresAt };
    await db.orm.insert(wallboardLinks).values(link);
    await recordAudit(db, scope, {
      action: "shared_wallboard",
      subject: id,
      sessionId,
      details: { expires_at: expiresAt.toISOString() },
    });
    const url = `${env().authUrl.replace(/\/$/, "")}/wall/${sessionId}/open#key=${token}`;
    return { url, expires_at: expiresAt };
  });
}

/** Revokes the links to an event's wallboard and ends their streams at once. Throws `Failure("not_found")`. */
export function revokeWallboardLinks(
  scope: Scope,
  sessionId: Id<"session">,
): Promise<{ shared_at: null; expires_at: null }> {
  return asOrganisationTx(scope.organisationId, async (db) => {
    await requireSession(db, scope, sessionId);
    for (const subject of await revokeAll(db, sessionId)) {
      await recordAudit(db, scope, { action: "revoked_wallboard", subject, sessionId });
    }
    return { shared_at: null, expires_at: null };
  });
}

async function revokeAll(db: Db, sessionId: Id<"session">): Promise<Id<"wallboardLink">[]> {
  const revoked = await db.orm
    .update(wallboardLinks)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(wallboardLinks.sessionId, sessionId), isNull(wallboardLinks.revokedAt)))
    .returning({ id: wallboardLinks.id });
  for (const { id } of revoked) await db.sql`select pg_notify('takings_signed_out', ${id})`;
  return revoked.map(({ id }) => id);
}

/**
 * Returns since when and until when an event's wallboard is shared by a valid link; nulls if it is not. Throws
 * `Failure("not_found")`.
 */
export function getWallboardSharing(
  scope: Scope,
  sessionId: Id<"session">,
): Promise<{ shared_at: Date | null; expires_at: Date | null }> {
  return asOrganisation(scope.organisationId, async (db) => {
    const { status } = await requireSession(db, scope, sessionId);
    const [link] = await db.orm
      .select({ shared_at: wallboardLinks.createdAt, expires_at: wallboardLinks.expiresAt })
      .from(wallboardLinks)
      .where(
        and(
          eq(wallboardLinks.sessionId, sessionId),
          isNull(wallboardLinks.revokedAt),
          sql`${wallboardLinks.expiresAt} > now()`,
        ),
      );
    return link && status === "active" ? link : { shared_at: null, expires_at: null };
  });
}

interface LinkRow {
  linkId: Id<"wallboardLink">;
  organisationId: Id<"organisation">;
  mode: Mode;
  expiresAt: Date;
  isExpired: boolean;
  isRevoked: boolean;
  isClosed: boolean;
}

const findLinkBy = async (condition: (db: Db) => ReturnType<Db["sql"]>): Promise<LinkRow | undefined> => {
  const db = systemDb();
  const [link] = await db.sql<LinkRow[]>`
    select w.id as link_id, w.organisation_id, w.mode, w.expires_at,
      w.expires_at <= now() as is_expired, w.revoked_at is not null as is_revoked, c.status = 'closed' as is_closed
    from wallboard_links w join session_states c using (session_id) where ${condition(db)}`;
  return link;
};

function endReason(link: LinkRow | undefined): EndReason | undefined {
  if (!link || link.isRevoked) return "revoked";
  if (link.isClosed) return "closed";
  return link.isExpired ? "expired" : undefined;
}

/**
 * Returns the wallboard link of a token. Throws `Failure("not_found")` if it is unknown, expired, revoked, of another
 * event or of a closed event.
 */
export async function requireSharedWallboard(
  sessionId: Id<"session">,
  token: string,
): Promise<SharedWallboard> {
  const link = await findLinkBy(
    ({ sql }) => sql`w.token_hash = ${hashToken(token)} and w.session_id = ${sessionId}`,
  );
  if (!link || endReason(link)) throw notFound("wallboard");
  const { linkId, organisationId, mode, expiresAt } = link;
  return { linkId, sessionId, scope: { organisationId, mode }, expiresAt };
}

/** Returns why the link of a token is no longer valid for this event; `undefined` if it is valid or the token is unknown. */
export async function findWallboardEndReason(
  sessionId: Id<"session">,
  token: string,
): Promise<EndReason | undefined> {
  const link = await findLinkBy(
    ({ sql }) => sql`w.token_hash = ${hashToken(token)} and w.session_id = ${sessionId}`,
  );
  return link && endReason(link);
}

/** Returns why a link is no longer valid; `undefined` while it is valid. */
export async function getLinkEndReason(linkId: Id<"wallboardLink">): Promise<EndReason | undefined> {
  return endReason(await findLinkBy(({ sql }) => sql`w.id = ${linkId}`));
}
