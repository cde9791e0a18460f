import { createHash, randomBytes } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import { recordDeed } from "@/lib/audit";
import { Failure } from "@/lib/core/errors";
import type { Id } from "@/lib/core/ids";
import type { Asker } from "@/lib/core/scope";
import { type Db, systemDb, systemTx } from "@/lib/db/client";
import { violatedConstraint } from "@/lib/db/constraints";
import { memberLinks, members } from "@/lib/db/schema";
import { env } from "@/lib/env";
import { hashPassword } from "@/lib/security/password";
import { endSignIns } from "@/lib/sign-ins";

/** Long enough for a weekend, short enough that an old mail opens nothing. */
const LINK_LIFE_MS = 72 * 3_600_000;

/** A single-use link by which a member sets a password; whoever holds it may, so it is shown once and never kept. */
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
  input: { organisationId: Id<"organisation">; memberId: Id<"member">; purpose: "invite" | "reset" },
): Promise<MemberLink> {
  const token = randomBytes(32).toString("base64url");
  const expiresAt = new Date(Date.now() + LINK_LIFE_MS);
  await db.orm
    .delete(memberLinks)
    .where(and(eq(memberLinks.memberId, input.memberId), isNull(memberLinks.usedAt)));
  await db.orm.insert(memberLinks).values({ ...input, tokenHash: hashOf(token), expiresAt });
  return { url: `${env().authUrl.replace(/\/$/, "")}/join#token=${token}`, expiresAt };
}

const isGood = (token: string) =>
  and(
    eq(memberLinks.tokenHash, hashOf(token)),
    isNull(memberLinks.usedAt),
    sql`${memberLinks.expiresAt} > now()`,
  );

const spent = () =>
  new Failure("not_found", { detail: "This link has been used or is too old. Ask for a new one." });

/**
 * Sets a member's password by the token of a link, which is used up by it: of two that come at once, one succeeds.
 * Whoever signed in with the old password is signed out. Throws `Failure("not_found")` where the link is unknown, used,
 * replaced or expired, `Failure("invalid_request")` for a password that will not do, and `Failure("conflict")` where the
 * member's e-mail address signs in to another organisation; either leaves the link good.
 */
export async function redeemMemberLink(
  input: { token: string; password: string },
  { origin }: Asker = {},
): Promise<{ email: string }> {
  // Hashing a password is dear: nobody has it done without a link.
  const [known] = await systemDb()
    .orm.select({ email: members.email, name: members.name })
    .from(memberLinks)
    .innerJoin(members, eq(members.id, memberLinks.memberId))
    .where(isGood(input.token));
  if (!known) throw spent();
  const passwordHash = await hashPassword(input.password, [known.email, known.name]);
  return systemTx(async (db) => {
    const [link] = await db.orm
      .update(memberLinks)
      .set({ usedAt: sql`now()` })
      .where(isGood(input.token))
      .returning({ memberId: memberLinks.memberId });
    if (!link) throw spent();
    const member = await setPassword(db, link.memberId, passwordHash);
    if (!member) throw new Failure("not_found", { detail: "This member has been removed." });
    await endSignIns(db, { memberId: member.id });
    const { id: memberId, organisationId, email, name, role } = member;
    const by = { memberId, email, name, role };
    const asker = { organisationId, by, ...(origin && { origin }) };
    await recordDeed(db, asker, { action: "set_password", subject: memberId });
    return { email };
  });
}

/** Stores a member's password. Throws `Failure("conflict")` where another organisation's member signs in by the address. */
async function setPassword(db: Db, memberId: Id<"member">, passwordHash: string) {
  try {
    const [member] = await db.orm
      .update(members)
      .set({ passwordHash })
      .where(eq(members.id, memberId))
      .returning();
    return member;
  } catch (thrown) {
    if (violatedConstraint(thrown) !== "members_email_joined") throw thrown;
    throw new Failure("conflict", {
      detail:
        "Your e-mail address signs in to another organisation already. Ask for an invitation to another address.",
    });
  }
}
