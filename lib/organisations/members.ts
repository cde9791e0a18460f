import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { Failure, invalid } from "@/lib/core/errors";
import { type Id, newId } from "@/lib/core/ids";
import type { MemberRole } from "@/lib/core/roles";
import { type Db, systemTx } from "@/lib/db/client";
import { members } from "@/lib/db/schema";
import { hashPassword } from "@/lib/security/password";
import { issueLink, type MemberLink } from "./links";
import { requireOrganisation } from "./organisation";

/** Who is to become a member. Without a role: the owner where it is the first, else a viewer. */
export interface NewMember {
  organisation: string;
  email: string;
  name?: string;
  role?: MemberRole;
}

/** A person of an organisation who signs in. */
export interface Member {
  memberId: Id<"member">;
  organisationId: Id<"organisation">;
  email: string;
  role: MemberRole;
}

function readEmail(text: string): string {
  const email = text.trim();
  if (email.length <= 254 && z.email().safeParse(email).success) return email;
  throw invalid("/email", "That is not an e-mail address. Check it.");
}

/** Makes a member. The organisation's row is locked by now, so that two first members cannot both come first. */
export async function insertMember(
  db: Db,
  organisationId: Id<"organisation">,
  input: Omit<NewMember, "organisation">,
  passwordHash: string | null,
): Promise<Member> {
  const others = db.orm
    .select({ id: members.id })
    .from(members)
    .where(eq(members.organisationId, organisationId));
  const isFirst = (await others.limit(1)).length === 0;
  const role = input.role ?? (isFirst ? "owner" : "viewer");
  if (isFirst && role !== "owner") {
    throw invalid(
      "/role",
      "An organisation's first member is its owner. Leave the role out, or add the owner first.",
    );
  }
  const email = readEmail(input.email);
  const memberId = newId("member");
  const made = await db.orm
    .insert(members)
    .values({ id: memberId, organisationId, email, name: input.name?.trim() ?? "", role, passwordHash })
    .onConflictDoNothing()
    .returning({ id: members.id });
  if (made.length === 0) {
    throw new Failure("conflict", {
      detail: "Somebody signs in with that e-mail address already. Use another.",
    });
  }
  return { memberId, organisationId, email, role };
}

/** The member of an organisation who has this e-mail address. */
export async function findMember(db: Db, organisationId: Id<"organisation">, email: string) {
  const [found] = await db.orm
    .select({
      memberId: members.id,
      email: members.email,
      role: members.role,
      passwordHash: members.passwordHash,
    })
    .from(members)
    .where(
      and(
        eq(members.organisationId, organisationId),
        sql`lower(${members.email}) = lower(${readEmail(email)})`,
      ),
    );
  return found && { ...found, organisationId };
}

/**
 * Adds a member who can sign in with this password. Throws `Failure("not_found")` for an unknown organisation,
 * `Failure("conflict")` where the e-mail address is taken, `Failure("invalid_request")` for what is malformed.
 */
export async function addMember(input: NewMember & { password: string }): Promise<Member> {
  const passwordHash = await hashPassword(input.password);
  return systemTx(async (db) => {
    return insertMember(db, await requireOrganisation(db, input.organisation), input, passwordHash);
  });
}

/** Adds a member inside a SQL transaction that has just made the organisation. */
export async function addFirstMember(
  db: Db,
  organisationId: Id<"organisation">,
  input: NewMember & { password: string },
): Promise<Member> {
  return insertMember(db, organisationId, input, await hashPassword(input.password));
}

/**
 * Adds a member without a password and answers the single-use link that sets one. Inviting again somebody who has not
 * come yet replaces the link. Throws as `addMember` does.
 */
export async function inviteMember(input: NewMember): Promise<Member & MemberLink> {
  return systemTx(async (db) => {
    const organisationId = await requireOrganisation(db, input.organisation);
    const known = await findMember(db, organisationId, input.email);
    const waiting = known?.passwordHash === null ? known : undefined;
    const { memberId, email, role } = waiting ?? (await insertMember(db, organisationId, input, null));
    const link = await issueLink(db, { organisationId, memberId, purpose: "invite" });
    return { memberId, organisationId, email, role, ...link };
  });
}

/**
 * Answers a single-use link by which a member sets a new password; the old one stays good until then, an older link
 * does not. Throws `Failure("not_found")` for an unknown organisation or member.
 */
export async function resetMember(input: {
  organisation: string;
  email: string;
}): Promise<Member & MemberLink> {
  return systemTx(async (db) => {
    const organisationId = await requireOrganisation(db, input.organisation);
    const known = await findMember(db, organisationId, input.email);
    if (!known) {
      throw new Failure("not_found", {
        detail: "No member of that organisation has that e-mail address. Check it.",
      });
    }
    const { memberId, email, role } = known;
    const link = await issueLink(db, { organisationId, memberId, purpose: "reset" });
    return { memberId, organisationId, email, role, ...link };
  });
}
