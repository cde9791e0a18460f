import type { z } from "zod";
import { recordAudit } from "@/lib/audit";
import { assertDefined } from "@/lib/core/assert";
import { notFound } from "@/lib/core/errors";
import type { Id } from "@/lib/core/ids";
import type { Actor, Scope } from "@/lib/core/scope";
import { systemDb, systemTx } from "@/lib/db/client";
import type { OwnOrganisation } from "./contract";
import { SIGNED_OUT } from "./end";

const memberOf = ({ by }: Scope) => assertDefined(by, "only members sign in").memberId;

/** Lists the organisations that the caller is a member of, by name. */
export async function listOwnOrganisations(scope: Scope): Promise<z.output<typeof OwnOrganisation>[]> {
  const memberId = memberOf(scope);
  return [
    ...(await systemDb().sql<z.output<typeof OwnOrganisation>[]>`
      select o.id as organisation_id, o.name, m.role, m.id = ${memberId} as current
      from members own join members m on m.person_id = own.person_id join organisations o on o.id = m.organisation_id
      where own.id = ${memberId} order by lower(o.name), o.id`),
  ];
}

/**
 * Moves the caller's sign-in to another organisation of theirs; what is open of the one before ends. Throws
 * `Failure("not_found")` for an organisation that is unknown or not theirs, in the same words.
 */
export async function switchOrganisation(
  scope: Scope & { signInId: Id<"signIn"> },
  organisationId: Id<"organisation">,
): Promise<void> {
  const { signInId, origin } = scope;
  const memberId = memberOf(scope);
  await systemTx(async (db) => {
    const [to] = await db.sql<Actor[]>`
      select m.id as "memberId", m.email, m.name, m.role
      from members own join members m on m.person_id = own.person_id
      where own.id = ${memberId} and m.organisation_id = ${organisationId} for no key update of m`;
    if (!to) throw notFound("organisation");
    const moved = await db.sql`
      update sign_ins set organisation_id = ${organisationId}, member_id = ${to.memberId}
      where id = ${signInId} and ended_at is null and member_id <> ${to.memberId}
      returning pg_notify(${SIGNED_OUT}, id)`;
    if (moved.length === 0) return;
    await db.sql`update members set entered_at = now() where id = ${to.memberId}`;
    const asker = { organisationId, by: to, ...(origin && { origin }) };
    await recordAudit(db, asker, { action: "switched_organisation", subject: signInId });
  });
}
