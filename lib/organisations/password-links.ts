import { createHash, randomBytes } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { Failure } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import type { MemberRole } from "@/lib/core/roles";
import { type Db, systemDb } from "@/lib/db/client";
import { passwordLinks } from "@/lib/db/schema";
import { env } from "@/lib/env";

/** Long enough to cover a weekend, short enough that a link in an old mail has expired. */
const LINK_LIFE_MS = 72 * 3_600_000;
/** A mail that somebody has just asked for is read soon, or not. */
const OWN_RESET_LIFE_MS = 3_600_000;

type Purpose = "invite" | "reset" | "operator_reset" | "own_reset";

/**
 * A single-use link that accepts an invitation or sets a member's new password. It is shown once; only the token's hash is
 * stored.
 */
export interface MemberLink {
  url: string;
  expiresAt: Date;
}

const hashToken = (token: string) => createHash("sha256").update(token).digest("hex");

/**
 * Creates a link for a member and deletes the member's earlier unused ones; a link that somebody asked for without a sign-in
 * (`own_reset`) deletes none. The token is in the URL fragment, which browsers do not send to servers, so that it appears in no
 * log.
 */
export async function issueLink(
  db: Db,
  input: { organisationId: Id<"organisation">; memberId: Id<"member">; purpose: Purpose },
): Promise<MemberLink> {
  const token = randomBytes(32).toString("base64url");
  const isOwn = input.purpose === "own_reset";
  const expiresAt = new Date(Date.now() + (isOwn ? OWN_RESET_LIFE_MS : LINK_LIFE_MS));
  if (!isOwn)
    await db.orm
      .delete(passwordLinks)
      .where(and(eq(passwordLinks.memberId, input.memberId), isNull(passwordLinks.usedAt)));
  await db.orm.insert(passwordLinks).values({ ...input, tokenHash: hashToken(token), expiresAt });
  return { url: `${env().authUrl.replace(/\/$/, "")}/join#token=${token}`, expiresAt };
}

/** A valid link with its member and organisation. */
export interface Link {
  memberId: Id<"member">;
  organisationId: Id<"organisation">;
  organisationName: string;
  purpose: Purpose;
  email: string;
  name: string;
  role: MemberRole;
  /** The membership's person; null for an invitation that is not accepted. */
  personId: Id<"person"> | null;
  /** The person who already signs in with the e-mail address; null if there is none. */
  existingPersonId: Id<"person"> | null;
}

const linkInvalid = () =>
  new Failure("not_found", { detail: "This link has been used or is too old. Ask for a new one." });

/** Finds a link by its token; `undefined` if it is unknown, used, replaced or expired. */
export async function findLink(token: string): Promise<Link | undefined> {
  const [link] = await systemDb().sql<Link[]>`
    select l.member_id, l.organisation_id, o.name as organisation_name, l.purpose,
      m.email, m.name, m.role, m.person_id,
      (select p.id from people p where lower(p.email) = lower(m.email)) as existing_person_id
    from password_links l join members m on m.id = l.member_id join organisations o on o.id = l.organisation_id
    where l.token_hash = ${hashToken(token)} and l.used_at is null and l.expires_at > now()`;
  return link;
}

/** Finds a link by its token. Throws `Failure("not_found")` if it is unknown, used, replaced or expired. */
export async function requireLink(token: string): Promise<Link> {
  const link = await findLink(token);
  if (!link) throw linkInvalid();
  return link;
}

/**
 * Marks a link as used in the caller's SQL transaction: of two concurrent uses, one succeeds. The member's row stays
 * locked until the transaction ends. Throws `Failure("not_found")` as `requireLink` does.
 */
export async function consumeLink(
  { sql }: Db,
  { token, memberId }: { token: string; memberId: Id<"member"> },
): Promise<void> {
  // Locked before the link, in the same order as changing and removing members, to avoid a deadlock.
  await sql`select from members where id = ${memberId} for no key update`;
  const used = await sql`
    update password_links set used_at = now()
    where token_hash = ${hashToken(token)} and used_at is null and expires_at > now() returning member_id`;
  if (used.length === 0) throw linkInvalid();
}
