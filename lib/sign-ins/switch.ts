import type { z } from "zod";
import { recordAudit } from "@/lib/audit";
import { assertDefined } from "@/lib/core/errors/assert";
import { notFound } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import type { MemberRole } from "@/lib/core/roles";
import type { Actor, Scope } from "@/lib/core/scope";
import { systemDb, systemTx } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { organisations } from "@/lib/db/schema";
import type { OwnOrganisation } from "./contract";
import { SIGN_IN_ENDED_CHANNEL } from "./end";

const requireMemberId = ({ actor }: Scope) => assertDefined(actor, "only members sign in").memberId;

/** Lists the organisations that the caller is a member of, by name. */
export async function listOwnOrganisations(scope: Scope): Promise<z.output<typeof OwnOrganisation>[]> {
  const memberId = requireMemberId(scope);
  const rows = await systemDb().sql<
    (RowOf<typeof organisations, "id" | "name"> & { role: MemberRole; current: boolean })[]
  >`
    select o.id, o.name, m.role, m.id = ${memberId} as current
    from members own join members m on m.person_id = own.person_id join organisations o on o.id = m.organisation_id
    where own.id = ${memberId} order by lower(o.name), o.id`;
  return rows.map(({ id, ...row }) => ({ organisation_id: id, ...row }));
}

/**
 * Switches the caller's sign-in to another of their organisations and closes open streams of the previous one. Throws the
 * same `Failure("not_found")` for an unknown organisation and for one the caller is not a member of.
 */
export async function switchOrganisation(
  scope: Scope & { signInId: Id<"signIn"> },
  organisationId: Id<"organisation">,
): Promise<void> {
  const { signInId, origin } = scope;
  const memberId = requireMemberId(scope);
  await systemTx(async (db) => {
    const [target] = await db.sql<Actor[]>`
      select m.id as member_id, m.email, m.name, m.role
      from members own join members m on m.person_id = own.person_id
      where own.id = ${memberId} and m.organisation_id = ${organisationId} for no key update of m`;
    if (!target) throw notFound("organisation");
    const moved = await db.sql`
      update sign_ins set organisation_id = ${organisationId}, member_id = ${target.memberId}
      where id = ${signInId} and ended_at is null and member_id <> ${target.memberId}
      returning pg_notify(${SIGN_IN_ENDED_CHANNEL}, id)`;
    if (moved.length === 0) return;
    await db.sql`update members set entered_at = now() where id = ${target.memberId}`;
    const asker = { organisationId, actor: target, ...(origin && { origin }) };
    await recordAudit(db, asker, { action: "switched_organisation", subject: signInId });
  });
}
