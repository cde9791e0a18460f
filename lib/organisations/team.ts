import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import type { z } from "zod";
import { recordDeed } from "@/lib/audit";
import { Failure, notFound } from "@/lib/core/errors";
import type { Id } from "@/lib/core/ids";
import type { MemberRole } from "@/lib/core/roles";
import type { Scope } from "@/lib/core/scope";
import { asOrganisation, type Db, systemTx } from "@/lib/db/client";
import { members } from "@/lib/db/schema";
import { endSignIns } from "@/lib/sign-ins";
import type { InviteMember, MemberRow, ShownLink } from "./contract";
import { issueLink, type MemberLink } from "./links";
import { findMember, insertMember } from "./members";

type Link = z.output<typeof ShownLink>;

/** Lists the members of the caller's organisation, the first one first. */
export function listMembers({ organisationId }: Scope): Promise<z.output<typeof MemberRow>[]> {
  return asOrganisation(organisationId, ({ orm }) =>
    orm
      .select({
        id: members.id,
        email: members.email,
        name: members.name,
        role: members.role,
        status: sql<
          "active" | "invited"
        >`case when ${members.passwordHash} is null then 'invited' else 'active' end`,
        created_at: members.createdAt,
      })
      .from(members)
      .where(eq(members.organisationId, organisationId))
      .orderBy(asc(members.id)),
  );
}

/** Does work on an organisation's members in one SQL transaction; such work takes turns. */
function onMembers<T>({ organisationId }: Scope, work: (db: Db) => Promise<T>): Promise<T> {
  return systemTx(async (db) => {
    await db.sql`select 1 from organisations where id = ${organisationId} for update`;
    return work(db);
  });
}

/** The member of the caller's organisation. Throws `Failure("not_found")` for any other. */
async function requireMember(db: Db, { organisationId }: Scope, memberId: Id<"member">) {
  const [member] = await db.orm
    .select()
    .from(members)
    .where(and(eq(members.id, memberId), eq(members.organisationId, organisationId)));
  if (!member) throw notFound("member");
  return member;
}

/** Throws `Failure("conflict")` where nobody else is an owner who can sign in. */
async function requireAnotherOwner(db: Db, { organisationId }: Scope, memberId: Id<"member">): Promise<void> {
  const others = await db.orm
    .select({ id: members.id })
    .from(members)
    .where(
      and(
        eq(members.organisationId, organisationId),
        eq(members.role, "owner"),
        isNotNull(members.passwordHash),
        sql`${members.id} <> ${memberId}`,
      ),
    )
    .limit(1);
  if (others.length > 0) return;
  throw new Failure("conflict", {
    detail: "This is the only owner who can sign in. Make somebody else an owner first.",
  });
}

const shown = (memberId: Id<"member">, { url, expiresAt }: MemberLink): Link => ({
  member_id: memberId,
  url,
  expires_at: expiresAt,
});

/**
 * Adds a member to the caller's organisation and answers the single-use link that sets a password. Inviting again
 * somebody who has not come yet replaces the link, and the role. Throws `Failure("conflict")` where the e-mail address
 * is taken and `Failure("invalid_request")` where it is none.
 */
export function inviteMemberOf(scope: Scope, input: z.output<typeof InviteMember>): Promise<Link> {
  const { organisationId } = scope;
  return onMembers(scope, async (db) => {
    const known = await findMember(db, organisationId, input.email);
    const isWaiting = known?.passwordHash === null;
    const { memberId, email } = isWaiting ? known : await insertMember(db, organisationId, input, null);
    if (isWaiting) await db.orm.update(members).set({ role: input.role }).where(eq(members.id, memberId));
    const link = await issueLink(db, { organisationId, memberId, purpose: "invite" });
    const details = { email, role: input.role };
    await recordDeed(db, scope, { action: "invited_member", subject: memberId, details });
    return shown(memberId, link);
  });
}

/** Answers a single-use link by which a member sets a new password. Throws `Failure("not_found")`. */
export function resetMemberOf(scope: Scope, memberId: Id<"member">): Promise<Link> {
  return onMembers(scope, async (db) => {
    const { email } = await requireMember(db, scope, memberId);
    const link = await issueLink(db, { organisationId: scope.organisationId, memberId, purpose: "reset" });
    await recordDeed(db, scope, { action: "reset_member", subject: memberId, details: { email } });
    return shown(memberId, link);
  });
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
    await recordDeed(db, scope, { action: "changed_role", subject: memberId, details });
  });
}

/**
 * Removes a member, who is signed out everywhere at once. What they did stays in the audit log. Throws
 * `Failure("not_found")`, and `Failure("conflict")` for oneself and for the last owner.
 */
export function removeMember(scope: Scope, memberId: Id<"member">): Promise<void> {
  return onMembers(scope, async (db) => {
    const { email, role } = await requireMember(db, scope, memberId);
    if (memberId === scope.by?.memberId) {
      throw new Failure("conflict", { detail: "Nobody removes themselves. Ask another owner." });
    }
    if (role === "owner") await requireAnotherOwner(db, scope, memberId);
    await endSignIns(db, { memberId });
    await db.orm.delete(members).where(eq(members.id, memberId));
    await recordDeed(db, scope, { action: "removed_member", subject: memberId, details: { email, role } });
  });
}
