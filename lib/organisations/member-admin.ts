import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import type { z } from "zod";
import { recordAudit } from "@/lib/audit";
import { Failure, notFound } from "@/lib/core/errors";
import type { Id } from "@/lib/core/ids";
import { type MemberRole, ROLE_NAMES } from "@/lib/core/roles";
import type { Scope } from "@/lib/core/scope";
import { asOrganisation, type Db, systemDb, systemTx } from "@/lib/db/client";
import { members } from "@/lib/db/schema";
import { lockPerson } from "@/lib/people";
import { listWithSecondFactor, removeSecondFactor } from "@/lib/second-factor";
import { endSignIns } from "@/lib/sign-ins";
import { recordAccessChange } from "./alerts";
import type { MemberRow } from "./contract";
import { requireOwnOnly } from "./join";
import { findMember, insertMember, type KnownMember, type Member, type NewMember } from "./members";
import { issueLink, type MemberLink } from "./password-links";

/** Lists the members of the caller's organisation, the first one first. */
export async function listMembers({ organisationId }: Scope): Promise<z.output<typeof MemberRow>[]> {
  const rows = await asOrganisation(organisationId, ({ orm }) =>
    orm.select().from(members).where(eq(members.organisationId, organisationId)).orderBy(asc(members.id)),
  );
  const people = rows.flatMap(({ personId }) => personId ?? []);
  const secured = await listWithSecondFactor(systemDb(), people);
  return rows.map(({ id, email, name, role, personId, createdAt }) => ({
    id,
    email,
    name,
    role,
    status: personId ? "active" : "invited",
    second_factor: personId !== null && secured.has(personId),
    created_at: createdAt,
  }));
}

/** Does work on an organisation's members in one SQL transaction; such work takes turns. */
function onMembers<T>({ organisationId }: Scope, work: (db: Db) => Promise<T>): Promise<T> {
  return systemTx(async (db) => {
    await db.sql`select 1 from organisations where id = ${organisationId} for update`;
    return work(db);
  });
}

/** The member of the caller's organisation. Throws `Failure("not_found")` for any other. */
async function requireMember(
  db: Db,
  { organisationId }: Scope,
  memberId: Id<"member">,
): Promise<KnownMember> {
  const [member] = await db.orm
    .select({ email: members.email, role: members.role, personId: members.personId })
    .from(members)
    .where(and(eq(members.id, memberId), eq(members.organisationId, organisationId)));
  if (!member) throw notFound("member");
  return { memberId, organisationId, ...member };
}

/** Throws `Failure("conflict")` where nobody else is an owner: one who has joined, or also one who is invited. */
async function requireAnotherOwner(
  db: Db,
  { organisationId }: Scope,
  memberId: Id<"member">,
  least: "joined" | "invited" = "joined",
): Promise<void> {
  const others = await db.orm
    .select({ id: members.id })
    .from(members)
    .where(
      and(
        eq(members.organisationId, organisationId),
        eq(members.role, "owner"),
        least === "joined" ? isNotNull(members.personId) : undefined,
        sql`${members.id} <> ${memberId}`,
      ),
    )
    .limit(1);
  if (others.length > 0) return;
  throw new Failure("conflict", {
    detail:
      least === "joined"
        ? "This is the only owner who can sign in. Make somebody else an owner first."
        : "This is the organisation's only owner. Invite another owner first.",
  });
}

/**
 * Invites somebody to the caller's organisation and answers the single-use link by which they accept. Inviting again
 * somebody who has not joined replaces the link, and the role and the name where they are given. Throws
 * `Failure("conflict")` where the e-mail address has joined this organisation, and where the only owner would become
 * something else; `Failure("invalid_request")` where it is none. An address that signs in to another organisation is
 * invited like any other, so that nobody learns who is a member elsewhere: its link says so to whoever holds it.
 */
export function inviteMember(scope: Scope, input: NewMember): Promise<Member & MemberLink> {
  const { organisationId } = scope;
  return onMembers(scope, async (db) => {
    const known = await findMember(db, organisationId, input.email);
    const member = known
      ? await reinvite(db, scope, known, input)
      : await insertMember(db, organisationId, input);
    const { memberId, email, role } = member;
    const link = await issueLink(db, { organisationId, memberId, purpose: "invite" });
    await recordAudit(db, scope, { action: "invited_member", subject: memberId, details: { email, role } });
    return { memberId, organisationId, email, role, ...link };
  });
}

/** Applies a second invitation to a member who has not joined. Throws `Failure("conflict")` for one who has. */
async function reinvite(db: Db, scope: Scope, known: KnownMember, input: NewMember): Promise<Member> {
  const { memberId, email } = known;
  if (known.personId) {
    throw new Failure("conflict", {
      detail: `${email} is a member already: ${ROLE_NAMES[known.role]}. An invitation changes no role; an owner changes it in Settings, under Members.`,
    });
  }
  const role = input.role ?? known.role;
  if (known.role === "owner" && role !== "owner") await requireAnotherOwner(db, scope, memberId, "invited");
  const name = input.name?.trim();
  await db.orm
    .update(members)
    .set({ role, ...(name && { name }) })
    .where(eq(members.id, memberId));
  return { ...known, role };
}

/**
 * Answers a single-use link by which a member of the caller's organisation sets a new password; the old one stays good
 * until then, an older link does not. Throws `Failure("not_found")`, and `Failure("conflict")` for a member who is in another
 * organisation too, whom the operator of the deployment alone resets.
 */
export function resetMember(scope: Scope, who: Who): Promise<Member & MemberLink> {
  const { organisationId } = scope;
  return onMembers(scope, async (db) => {
    const known = await requireWho(db, scope, who);
    const { memberId, email, role } = known;
    await requireResettable(db, scope, known);
    const purpose = scope.isCommandLine ? "operator_reset" : "reset";
    const link = await issueLink(db, { organisationId, memberId, purpose });
    const member = { memberId, organisationId, email, role };
    await recordAccessChange(db, scope, member, { action: "reset_member", details: { email } });
    return { ...member, ...link };
  });
}

/**
 * Removes the second factor of a member of the caller's organisation who has lost it, and ends their sign-ins; they set up
 * another after the next one. Nobody resets their own this way. Throws `Failure("not_found")`, and `Failure("conflict")` for
 * oneself, where there is none, and for a member who is in another organisation too, whom the operator of the deployment alone
 * resets.
 */
export function resetSecondFactor(scope: Scope, who: Who): Promise<Member> {
  return onMembers(scope, async (db) => {
    const known = await requireWho(db, scope, who);
    const { memberId, organisationId, email, role, personId } = known;
    const member = { memberId, organisationId, email, role };
    if (memberId === scope.by?.memberId)
      throw new Failure("conflict", {
        detail: "Another owner resets your second factor. Your own you turn off.",
      });
    await requireResettable(db, scope, known);
    if (!personId || !(await removeSecondFactor(db, personId)))
      throw new Failure("conflict", { detail: `${email} has no second factor.` });
    await endSignIns(db, { personId });
    await recordAccessChange(db, scope, member, { action: "reset_second_factor", details: { email } });
    return member;
  });
}

type Who = { memberId: Id<"member"> } | { email: string };

/** The member of the caller's organisation, by id or e-mail address. Throws `Failure("not_found")`. */
async function requireWho(db: Db, scope: Scope, who: Who): Promise<KnownMember> {
  if ("memberId" in who) return requireMember(db, scope, who.memberId);
  const known = await findMember(db, scope.organisationId, who.email);
  if (known) return known;
  throw new Failure("not_found", {
    detail: "No member of that organisation has that e-mail address. Check it.",
  });
}

/** Throws `Failure("conflict")` where it is not for the caller's organisation to reset a member; the person stays locked. */
async function requireResettable(db: Db, scope: Scope, member: KnownMember): Promise<void> {
  const { personId } = member;
  if (!personId || scope.isCommandLine) return;
  await lockPerson(db, personId);
  await requireOwnOnly(db, { ...member, personId });
}

/**
 * Gives a member another role, in force at their next request. Throws `Failure("not_found")`, and `Failure("conflict")`
 * where the organisation would be left without an owner.
 */
export function changeRole(scope: Scope, memberId: Id<"member">, role: MemberRole): Promise<void> {
  return onMembers(scope, async (db) => {
    const member = await requireMember(db, scope, memberId);
    if (member.role === role) return;
    if (member.role === "owner") await requireAnotherOwner(db, scope, memberId);
    await db.orm.update(members).set({ role }).where(eq(members.id, memberId));
    const details = { email: member.email, from: member.role, to: role };
    await recordAccessChange(db, scope, member, { action: "changed_role", details });
  });
}

/**
 * Removes a member, whose sign-ins in this organisation end at once; those in other organisations go on. What they did stays
 * in the audit log. Throws
 * `Failure("not_found")`, and `Failure("conflict")` for oneself and for the last owner.
 */
export function removeMember(scope: Scope, memberId: Id<"member">): Promise<void> {
  return onMembers(scope, async (db) => {
    const member = await requireMember(db, scope, memberId);
    const { email, role } = member;
    if (memberId === scope.by?.memberId) {
      throw new Failure("conflict", { detail: "Nobody removes themselves. Ask another owner." });
    }
    if (role === "owner") await requireAnotherOwner(db, scope, memberId);
    // Nobody opens a sign-in in this membership, or switches one to it, from here on.
    await db.sql`select from members where id = ${memberId} for update`;
    await endSignIns(db, { memberId });
    await db.orm.delete(members).where(eq(members.id, memberId));
    await recordAccessChange(db, scope, member, { action: "removed_member", details: { email, role } });
  });
}
