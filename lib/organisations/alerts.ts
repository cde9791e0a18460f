import type { z } from "zod";
import { actorOf, recordAudit } from "@/lib/audit";
import { notFound } from "@/lib/core/errors/errors";
import { type Id, newId } from "@/lib/core/ids";
import { requireActor, type Scope } from "@/lib/core/scope";
import { type Db, systemDb } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import { memberAlerts, type members } from "@/lib/db/schema";
import type { MemberAlert } from "./contract";
import type { Member } from "./members";

type AuditAction = Parameters<typeof recordAudit>[2]["action"];

/** A change of a member's access. */
interface AccessChange {
  action: AuditAction;
  details: Record<string, string>;
}

/**
 * Records a change of a member's access in the audit log. If another person changed an owner's access, the entry is marked
 * with `of: "owner"` and the owner gets an alert on the dashboard; if the owner was removed, the other owners get it.
 */
export async function recordAccessChange(
  db: Db,
  scope: Scope,
  member: Member,
  { action, details }: AccessChange,
): Promise<void> {
  const isTakeOver = member.role === "owner" && scope.actor?.memberId !== member.memberId;
  const recorded = isTakeOver ? { ...details, of: "owner" } : details;
  await recordAudit(db, scope, { action, subject: member.memberId, details: recorded });
  if (!isTakeOver) return;
  const alerted = action === "removed_member" ? await listOtherOwners(db, scope, member) : [member.memberId];
  const alert = { organisationId: member.organisationId, action, actor: actorOf(scope) ?? "", details };
  for (const memberId of alerted)
    await db.orm.insert(memberAlerts).values({ ...alert, id: newId("memberAlert"), memberId });
}

/** Lists the owners except the removed one and the caller. */
async function listOtherOwners({ sql }: Db, { actor }: Scope, { organisationId, memberId }: Member) {
  const rows = await sql<RowOf<typeof members, "id">[]>`
    select id from members
    where organisation_id = ${organisationId} and role = 'owner' and id <> ${memberId} and id <> ${actor?.memberId ?? ""}`;
  return rows.map(({ id }) => id);
}

/** Lists the caller's alerts that are not dismissed, latest first. */
export async function listOwnAlerts(scope: Scope): Promise<z.output<typeof MemberAlert>[]> {
  const { memberId } = requireActor(scope);
  const rows = await systemDb().sql<
    (RowOf<typeof memberAlerts, "id" | "actor" | "details" | "createdAt"> & { action: AuditAction })[]
  >`
    select id, action, actor, details, created_at from member_alerts
    where member_id = ${memberId} and dismissed_at is null order by id desc`;
  return rows.map(({ createdAt, ...row }) => ({ ...row, created_at: createdAt }));
}

/** Dismisses one of the caller's alerts. Throws `Failure("not_found")` for another member's. */
export async function dismissAlert(scope: Scope, alertId: Id<"memberAlert">): Promise<void> {
  const { memberId } = requireActor(scope);
  const dismissed = await systemDb().sql`
    update member_alerts set dismissed_at = coalesce(dismissed_at, now())
    where id = ${alertId} and member_id = ${memberId} returning id`;
  if (dismissed.length === 0) throw notFound("alert");
}
