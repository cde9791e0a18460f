import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { recordAudit } from "@/lib/audit";
import { Failure, invalid } from "@/lib/core/errors";
import { type Id, newId } from "@/lib/core/ids";
import type { MemberRole } from "@/lib/core/roles";
import type { Asker } from "@/lib/core/scope";
import { type Db, systemTx } from "@/lib/db/client";
import { members } from "@/lib/db/schema";
import { addPerson } from "@/lib/people";
import { hashPassword } from "@/lib/security/password";
import { requireOrganisation } from "./organisation";

/** Who is to become a member. Without a role: the owner where it is the first, else a viewer. */
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

function readEmail(text: string): string {
  const email = text.trim();
  if (email.length <= 254 && z.email().safeParse(email).success) return email;
  throw invalid("/email", "That is not an e-mail address. Check it.");
}

/**
 * Makes a membership that nobody has accepted. The organisation's row is locked by now, so that two first members cannot both
 * come first.
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
  const email = readEmail(input.email);
  const memberId = newId("member");
  const made = await db.orm
    .insert(members)
    .values({ id: memberId, organisationId, email, name: input.name?.trim() ?? "", role })
    .onConflictDoNothing()
    .returning({ id: members.id });
  if (made.length === 0) {
    throw new Failure("conflict", {
      detail: "That e-mail address is a member of the organisation already, or invited to it. Use another.",
    });
  }
  return { memberId, organisationId, email, role };
}

/** Makes a membership of a new person. Throws `Failure("conflict")` where somebody signs in with that e-mail address. */
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
        "Somebody signs in with that e-mail address already. Invite them: they join with the password that they have.",
    });
  await joinPerson(db, member.memberId, personId);
  return member;
}

/** Makes a membership its person's own. Throws `Failure("conflict")` where it has a person by now. */
export async function joinPerson({ sql }: Db, memberId: Id<"member">, personId: Id<"person">): Promise<void> {
  const joined = await sql`
    update members set person_id = ${personId}, entered_at = now() where id = ${memberId} and person_id is null
    returning id`;
  if (joined.length === 0)
    throw new Failure("conflict", { detail: "This invitation has been accepted already. Sign in." });
}

/** A member as stored; without a person: invited, not joined. */
export interface KnownMember extends Member {
  personId: Id<"person"> | null;
}

/** The member of an organisation who has this e-mail address. */
export async function findMember(
  db: Db,
  organisationId: Id<"organisation">,
  email: string,
): Promise<KnownMember | undefined> {
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
        sql`lower(${members.email}) = lower(${readEmail(email)})`,
      ),
    );
  return found && { ...found, organisationId };
}

/**
 * Adds a member who can sign in with this password. Throws `Failure("not_found")` for an unknown organisation,
 * `Failure("conflict")` where the e-mail address is invited or signs in already, for nobody is made a member of a further
 * organisation without their consent, and `Failure("invalid_request")` for what is malformed.
 */
export async function addMember(
  input: NewMember & { organisation: string; password: string },
  asker: Asker = {},
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
      { ...asker, organisationId },
      { action: "added_member", subject, details: { email, role } },
    );
    return added;
  });
}

/** Adds a member inside a SQL transaction that has just made the organisation. */
export async function addFirstMember(
  db: Db,
  organisationId: Id<"organisation">,
  input: NewMember & { password: string },
): Promise<Member> {
  return insertPerson(db, organisationId, input, await hashPassword(input.password));
}
