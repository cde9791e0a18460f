import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import type { z } from "zod";
import { recordAudit } from "@/lib/audit";
import { Failure, notFound } from "@/lib/core/errors/errors";
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
import { requireSingleOrganisation } from "./join";
import { mailInvitation } from "./mailed-links";
import { findMember, insertMember, type Member, type NewMember, type StoredMember } from "./members";
import { issueLink, type MemberLink } from "./password-links";

/** Lists the members of the caller's organisation, oldest first. */
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

/** Runs `work` in one SQL transaction that holds a lock on the organisation's row, so that member changes are serialised. */
function onMembers<T>({ organisationId }: Scope, work: (db: Db) => Promise<T>): Promise<T> {
  return systemTx(async (db) => {
    await db.sql`select 1 from organisations where id = ${organisationId} for update`;
    return work(db);
  });
}

/** Returns a member of the caller's organisation. Throws `Failure("not_found")` for any other id. */
async function requireMember(
  db: Db,
  { organisationId }: Scope,
  memberId: Id<"member">,
): Promise<StoredMember> {
  const [member] = await db.orm
    .select({ email: members.email, role: members.role, personId: members.personId })
    .from(members)
    .where(and(eq(members.id, memberId), eq(members.organisationId, organisationId)));
  if (!member) throw notFound("member");
  return { memberId, organisationId, ...member };
}

/**
 * Throws `Failure("conflict")` if the organisation has no other owner. With "joined" only owners who accepted their
 * invitation count; with "invited" pending invitations count too.
 */
async function requireAnotherOwner(
  db: Db,
  { organisationId }: Scope,
  memberId: Id<"member">,
  minStatus: "joined" | "invited" = "joined",
): Promise<void> {
  const others = await db.orm
    .select({ id: members.id })
    .from(members)
    .where(
      and(
        eq(members.organisationId, organisationId),
        eq(members.role, "owner"),
        minStatus === "joined" ? isNotNull(members.personId) : undefined,
        sql`${members.id} <> ${memberId}`,
      ),
    )
    .limit(1);
  if (others.length > 0) return;
  throw new Failure("conflict", {
    detail:
      minStatus === "joined"
        ? "This is the only owner who can sign in. Make another member an owner first."
        : "This is the organisation's only owner. Invite another owner first.",
  });
}

/**
 * Invites a person to the caller's organisation and returns the single-use link that accepts the invitation, which is also mailed
 * to them if the deployment sends mail. A repeated
 * invitation of a person who has not joined replaces the link, and the role and the name if they are given. Throws
 * `Failure("conflict")` if the e-mail address has already joined this organisation or if the only owner would get
 * another role; `Failure("invalid_request")` for a malformed address. An address that signs in to another organisation
 * gets the same response, so that the caller cannot find out who is a member elsewhere; only the link's page shows it.
 */
export async function inviteMember(
  scope: Scope,
  input: NewMember,
): Promise<Member & MemberLink & { isMailed: boolean }> {
  const { organisationId } = scope;
  const invited = await onMembers(scope, async (db) => {
    const existing = await findMember(db, organisationId, input.email);
    const member = existing
      ? await reinvite(db, scope, existing, input)
      : await insertMember(db, organisationId, input);
    const { memberId, email, role } = member;
    const link = await issueLink(db, { organisationId, memberId, purpose: "invite" });
    await recordAudit(db, scope, { action: "invited_member", subject: memberId, details: { email, role } });
    return { memberId, organisationId, email, role, ...link };
  });
  return { ...invited, isMailed: await mailInvitation(invited, invited, scope) };
}

/** Applies a repeated invitation to a member who has not joined. Throws `Failure("conflict")` for one who has. */
async function reinvite(db: Db, scope: Scope, existing: StoredMember, input: NewMember): Promise<Member> {
  const { memberId, email } = existing;
  if (existing.personId) {
    throw new Failure("conflict", {
      detail: `${email} is a member already: ${ROLE_NAMES[existing.role]}. An invitation changes no role; an owner changes it in Settings, under Members.`,
    });
  }
  const role = input.role ?? existing.role;
  if (existing.role === "owner" && role !== "owner")
    await requireAnotherOwner(db, scope, memberId, "invited");
  const name = input.name?.trim();
  await db.orm
    .update(members)
    .set({ role, ...(name && { name }) })
    .where(eq(members.id, memberId));
  return { ...existing, role };
}

/**
 * Returns a single-use link with which a member of the caller's organisation sets a new password. The old password works
 * until the link is used; older links stop working at once. Throws `Failure("not_found")`, and `Failure("conflict")` for
 * a member of several organisations, whose password only the operator of the deployment can reset.
 */
export function resetMember(scope: Scope, selector: MemberSelector): Promise<Member & MemberLink> {
  const { organisationId } = scope;
  return onMembers(scope, async (db) => {
    const existing = await requireSelected(db, scope, selector);
    const { memberId, email, role } = existing;
    await requireResettable(db, scope, existing);
    const purpose = scope.isCommandLine ? "operator_reset" : "reset";
    const link = await issueLink(db, { organisationId, memberId, purpose });
    const member = { memberId, organisationId, email, role };
    await recordAccessChange(db, scope, member, { action: "reset_member", details: { email } });
    return { ...member, ...link };
  });
}

/**
 * Removes the second factor of a member of the caller's organisation and ends the member's sign-ins. If the role requires
 * a second factor, the member sets up a new one after the next sign-in. Throws `Failure("not_found")`, and
 * `Failure("conflict")` for the caller's own second factor, for a member without one, and for a member of several
 * organisations, whose second factor only the operator of the deployment can reset.
 */
export function resetSecondFactor(scope: Scope, selector: MemberSelector): Promise<Member> {
  return onMembers(scope, async (db) => {
    const existing = await requireSelected(db, scope, selector);
    const { memberId, organisationId, email, role, personId } = existing;
    const member = { memberId, organisationId, email, role };
    if (memberId === scope.actor?.memberId)
      throw new Failure("conflict", {
        detail: "Another owner must reset your second factor; you can turn it off yourself.",
      });
    await requireResettable(db, scope, existing);
    if (!personId || !(await removeSecondFactor(db, personId)))
      throw new Failure("conflict", { detail: `${email} has no second factor.` });
    await endSignIns(db, { personId });
    await recordAccessChange(db, scope, member, { action: "reset_second_factor", details: { email } });
    return member;
  });
}

type MemberSelector = { memberId: Id<"member"> } | { email: string };

/** Returns the member of the caller's organisation with this id or e-mail address. Throws `Failure("not_found")`. */
async function requireSelected(db: Db, scope: Scope, selector: MemberSelector): Promise<StoredMember> {
  if ("memberId" in selector) return requireMember(db, scope, selector.memberId);
  const existing = await findMember(db, scope.organisationId, selector.email);
  if (existing) return existing;
  throw new Failure("not_found", {
    detail: "No member of that organisation has that e-mail address. Check it.",
  });
}

/**
 * Throws `Failure("conflict")` if the caller's organisation must not reset this member. The person's row stays locked
 * until the SQL transaction ends.
 */
async function requireResettable(db: Db, scope: Scope, member: StoredMember): Promise<void> {
  const { personId } = member;
  if (!personId || scope.isCommandLine) return;
  await lockPerson(db, personId);
  await requireSingleOrganisation(db, { ...member, personId });
}

/**
 * Changes a member's role, effective from the member's next request. Throws `Failure("not_found")`, and
 * `Failure("conflict")` if the organisation would be left without an owner.
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
 * Removes a member and ends the member's sign-ins in this organisation; sign-ins in other organisations continue. The
 * member's audit entries stay. Throws `Failure("not_found")`, and `Failure("conflict")` for the caller and for the last
 * owner.
 */
export function removeMember(scope: Scope, memberId: Id<"member">): Promise<void> {
  return onMembers(scope, async (db) => {
    const member = await requireMember(db, scope, memberId);
    const { email, role } = member;
    if (memberId === scope.actor?.memberId) {
      throw new Failure("conflict", { detail: "You cannot remove yourself. Ask another owner." });
    }
    if (role === "owner") await requireAnotherOwner(db, scope, memberId);
    // From here on no sign-in can be opened in this membership or switched to it.
    await db.sql`select from members where id = ${memberId} for update`;
    await endSignIns(db, { memberId });
    await db.orm.delete(members).where(eq(members.id, memberId));
    await recordAccessChange(db, scope, member, { action: "removed_member", details: { email, role } });
  });
}
