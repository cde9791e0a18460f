import { createHash, randomBytes } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { Failure } from "@/lib/core/errors";
import type { Id } from "@/lib/core/ids";
import type { MemberRole } from "@/lib/core/roles";
import { type Db, systemDb } from "@/lib/db/client";
import { memberLinks } from "@/lib/db/schema";
import { env } from "@/lib/env";

/** Long enough for a weekend, short enough that an old mail opens nothing. */
const LINK_LIFE_MS = 72 * 3_600_000;

type Purpose = "invite" | "reset" | "operator_reset";

/**
 * A single-use link by which an invitation is accepted or a member sets a new password; it is shown once, and its token is
 * never kept.
 */
export interface MemberLink {
  url: string;
  expiresAt: Date;
}

const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");

/**
 * Makes a member's link, the only one that is good from now on. The token stands in the fragment, which browsers send to no
 * server, so that no log has it.
 */
export async function issueLink(
  db: Db,
  input: { organisationId: Id<"organisation">; memberId: Id<"member">; purpose: Purpose },
): Promise<MemberLink> {
  const token = randomBytes(32).toString("base64url");
  const expiresAt = new Date(Date.now() + LINK_LIFE_MS);
  await db.orm
    .delete(memberLinks)
    .where(and(eq(memberLinks.memberId, input.memberId), isNull(memberLinks.usedAt)));
  await db.orm.insert(memberLinks).values({ ...input, tokenHash: hashOf(token), expiresAt });
  return { url: `${env().authUrl.replace(/\/$/, "")}/join#token=${token}`, expiresAt };
}

/** What a link that is good is for. */
export interface Link {
  memberId: Id<"member">;
  organisationId: Id<"organisation">;
  organisationName: string;
  purpose: Purpose;
  email: string;
  name: string;
  role: MemberRole;
  /** Whose membership it is; null for an invitation that nobody has accepted. */
  personId: Id<"person"> | null;
  /** Who signs in with the e-mail address; null where nobody does. */
  knownId: Id<"person"> | null;
}

const spent = () =>
  new Failure("not_found", { detail: "This link has been used or is too old. Ask for a new one." });

/** Finds a link by its token; `undefined` where it is unknown, used, replaced or expired. */
export async function findLink(token: string): Promise<Link | undefined> {
  const [link] = await systemDb().sql<Link[]>`
    select l.member_id as "memberId", l.organisation_id as "organisationId", o.name as "organisationName", l.purpose,
      m.email, m.name, m.role, m.person_id as "personId",
      (select p.id from people p where lower(p.email) = lower(m.email)) as "knownId"
    from member_links l join members m on m.id = l.member_id join organisations o on o.id = l.organisation_id
    where l.token_hash = ${hashOf(token)} and l.used_at is null and l.expires_at > now()`;
  return link;
}

/** The same, or `Failure("not_found")`. */
export async function requireLink(token: string): Promise<Link> {
  const link = await findLink(token);
  if (!link) throw spent();
  return link;
}

/**
 * Uses a link up, inside a SQL transaction of the caller's: of two uses at once, one succeeds. The member stays locked. Throws
 * `Failure("not_found")` as `requireLink` does.
 */
export async function spendLink(
  { sql }: Db,
  { token, memberId }: { token: string; memberId: Id<"member"> },
): Promise<void> {
  // Before the link, as where members are changed and removed.
  await sql`select from members where id = ${memberId} for no key update`;
  const used = await sql`
    update member_links set used_at = now()
    where token_hash = ${hashOf(token)} and used_at is null and expires_at > now() returning member_id`;
  if (used.length === 0) throw spent();
}
