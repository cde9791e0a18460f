import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { recordAudit } from "@/lib/audit";
import { Failure, invalid } from "@/lib/core/errors/errors";
import { type Id, newId } from "@/lib/core/ids";
import type { MemberRole } from "@/lib/core/roles";
import type { Caller } from "@/lib/core/scope";
import { type Db, systemTx } from "@/lib/db/client";
import { members } from "@/lib/db/schema";
import { addPerson } from "@/lib/people";
import { hashPassword } from "@/lib/security/password";
import { requireOrganisation } from "./organisation";

/** A member to add or invite. The default role is owner for the organisation's first member, otherwise viewer. */
export interface NewMember {
  email: string;
  name?: string | undefined;
  role?: MemberRole | undefined;
}

/** A person in an organisation, or an invitation. */
export interface Member {
  memberId: Id<"member">;
  organisationId: Id<"organisation">;
  email: string;
  role: MemberRole;
}

function parseEmail(text: string): string {
  const email = text.trim();
  if (email.length <= 254 && z.email().safeParse(email).success) return email;
  throw invalid("/email", "That is not an e-mail address. Check it.");
}

/**
 * Inserts a membership that is not yet accepted. The caller has locked the organisation's row, so that two concurrent
 * first members cannot both become owner. Throws `Failure("invalid_request")` for a malformed e-mail address or a first
 * member who is no owner, and `Failure("conflict")` if the address is a member or invited already.
 */
export async function insertMember(
  db: Db,
  organisationId: Id<"organisation">,
  input: NewMember,
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
  const email = parseEmail(input.email);
  const memberId = newId("member");
  const inserted = await db.orm
    .insert(members)
    .values({ id: memberId, organisationId, email, name: input.name?.trim() ?? "", role })
    .onConflictDoNothing()
    .returning({ id: members.id });
  if (inserted.length === 0) {
    throw new Failure("conflict", {
      detail: "That e-mail address is a member of the organisation already, or invited to it. Use another.",
    });
  }
  return { memberId, organisationId, email, role };
}

/** Inserts a new person and their membership. Throws `Failure("conflict")` if the e-mail address already has a person. */
async function insertPerson(
  db: Db,
  organisationId: Id<"organisation">,
  input: NewMember,
  passwordHash: string,
): Promise<Member> {
  const member = await insertMember(db, organisationId, input);
  const personId = await addPerson(db, { email: member.email, passwordHash });
  if (!personId)
    throw new Failure("conflict", {
      detail:
        "That e-mail address signs in already. Invite them: they join with the password that they have.",
    });
  await assignPerson(db, member.memberId, personId);
  return member;
}

/** Assigns a person to a membership. Throws `Failure("conflict")` if the membership already has one. */
export async function assignPerson(
  { sql }: Db,
  memberId: Id<"member">,
  personId: Id<"person">,
): Promise<void> {
  const joined = await sql`
    update members set person_id = ${personId}, entered_at = now() where id = ${memberId} and person_id is null
    returning id`;
  if (joined.length === 0)
    throw new Failure("conflict", { detail: "This invitation has been accepted already. Sign in." });
}

/** A stored member; `personId` is null while the invitation is not accepted. */
export interface StoredMember extends Member {
  personId: Id<"person"> | null;
}

/** Finds the organisation's member with this e-mail address, ignoring case. */
export async function findMember(
  db: Db,
  organisationId: Id<"organisation">,
  email: string,
): Promise<StoredMember | undefined> {
  const [found] = await db.orm
    .select({
      memberId: members.id,
      email: members.email,
      role: members.role,
      personId: members.personId,
    })
    .from(members)
    .where(
      and(
        eq(members.organisationId, organisationId),
        sql`lower(${members.email}) = lower(${parseEmail(email)})`,
      ),
    );
  return found && { ...found, organisationId };
}

/**
 * Adds a member who can sign in with this password, and records it in the audit log. Throws `Failure("not_found")` for an unknown organisation,
 * `Failure("conflict")` if the e-mail address is invited or already signs in (joining another organisation needs the
 * person's consent), and `Failure("invalid_request")` for malformed input.
 */
export async function addMember(
  caller: Caller,
  input: NewMember & { organisation: string; password: string },
): Promise<Member> {
  const passwordHash = await hashPassword(input.password, [
    input.email,
    input.name ?? "",
    input.organisation,
  ]);
  return systemTx(async (db) => {
    const organisationId = await requireOrganisation(db, input.organisation);
    const added = await insertPerson(db, organisationId, input, passwordHash);
    const { memberId: subject, email, role } = added;
    await recordAudit(
      db,
      { ...caller, organisationId },
      { action: "added_member", subject, details: { email, role } },
    );
    return added;
  });
}

/** Adds the first member in the SQL transaction that created the organisation. */
export async function addFirstMember(
  db: Db,
  organisationId: Id<"organisation">,
  input: NewMember & { password: string },
): Promise<Member> {
  return insertPerson(db, organisationId, input, await hashPassword(input.password));
}
