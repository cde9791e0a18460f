import type { z } from "zod";
import { actorOf, recordAudit } from "@/lib/audit";
import { assertDefined } from "@/lib/core/assert";
import { notFound } from "@/lib/core/errors";
import { type Id, newId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { type Db, systemDb } from "@/lib/db/client";
import { memberAlerts } from "@/lib/db/schema";
import type { MemberAlert } from "./contract";
import type { Member } from "./members";

type AuditAction = Parameters<typeof recordAudit>[2]["action"];

/** A change of a member's access that somebody made. */
interface AccessChange {
  action: AuditAction;
  details: Record<string, string>;
}

/**
 * Records a change of a member's access. Where an owner's is changed by anybody else, the entry says so, and the owner is
 * alerted on the dashboard: one who is removed can no longer be, and the other owners are instead.
 */
export async function recordAccessChange(
  db: Db,
  scope: Scope,
  member: Member,
  { action, details }: AccessChange,
): Promise<void> {
  const isTakeOver = member.role === "owner" && scope.by?.memberId !== member.memberId;
  const recorded = isTakeOver ? { ...details, of: "owner" } : details;
  await recordAudit(db, scope, { action, subject: member.memberId, details: recorded });
  if (!isTakeOver) return;
  const alerted = action === "removed_member" ? await otherOwners(db, scope, member) : [member.memberId];
  const alert = { organisationId: member.organisationId, action, actor: actorOf(scope) ?? "", details };
  for (const memberId of alerted)
    await db.orm.insert(memberAlerts).values({ ...alert, id: newId("memberAlert"), memberId });
}

/** The owners besides the removed one and whoever removes them. */
async function otherOwners({ sql }: Db, { by }: Scope, { organisationId, memberId }: Member) {
  const rows = await sql<{ id: Id<"member"> }[]>`
    select id from members
    where organisation_id = ${organisationId} and role = 'owner' and id <> ${memberId} and id <> ${by?.memberId ?? ""}`;
  return rows.map(({ id }) => id);
}

/** Lists one's own alerts that are not dismissed, the latest first. */
export async function listOwnAlerts({ by }: Scope): Promise<z.output<typeof MemberAlert>[]> {
  const { memberId } = assertDefined(by, "only members have alerts");
  return [
    ...(await systemDb().sql<z.output<typeof MemberAlert>[]>`
      select id, action, actor, details, created_at from member_alerts
      where member_id = ${memberId} and dismissed_at is null order by id desc`),
  ];
}

/** Dismisses one of one's own alerts. Throws `Failure("not_found")` for another's. */
export async function dismissAlert({ by }: Scope, alertId: Id<"memberAlert">): Promise<void> {
  const { memberId } = assertDefined(by, "only members have alerts");
  const dismissed = await systemDb().sql`
    update member_alerts set dismissed_at = coalesce(dismissed_at, now())
    where id = ${alertId} and member_id = ${memberId} returning id`;
  if (dismissed.length === 0) throw notFound("alert");
}
