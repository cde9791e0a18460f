import { recordAudit } from "@/lib/audit";
import { assertDefined } from "@/lib/core/errors/assert";
import { notFound } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import type { Actor, Scope } from "@/lib/core/scope";
import { type Db, systemTx } from "@/lib/db/client";
import { getPersonId } from "@/lib/people";

/** The NOTIFY channel that gets a sign-in's id when it ends, so that every process closes the sign-in's open streams. */
export const SIGN_IN_ENDED_CHANNEL = "takings_signed_out";

/** Ends one sign-in, in every process. Does nothing if it has already ended or expired. */
export async function signOut(signInId: Id<"signIn">): Promise<void> {
  await systemTx(async (db) => {
    const [ended] = await db.sql<(Actor & { organisationId: Id<"organisation"> })[]>`
      with ended as (
        update sign_ins set ended_at = now()
        where id = ${signInId} and ended_at is null and expires_at > now()
        returning member_id, pg_notify(${SIGN_IN_ENDED_CHANNEL}, id)
      )
      select m.id as member_id, m.email, m.name, m.role, m.organisation_id
      from ended join members m on m.id = ended.member_id`;
    if (!ended) return;
    const { organisationId, ...actor } = ended;
    await recordAudit(db, { organisationId, actor }, { action: "signed_out", subject: signInId });
  });
}

/** Selects the sign-ins of a person or of one membership: all, only one, or all except one. */
type SignInSelector = ({ personId: Id<"person"> } | { memberId: Id<"member"> }) & {
  only?: Id<"signIn">;
  except?: Id<"signIn">;
};

/** Ends sign-ins in the caller's SQL transaction. Returns how many were valid. */
export async function endSignIns({ sql }: Db, { only, except, ...owner }: SignInSelector): Promise<number> {
  const ended = await sql`
    update sign_ins set ended_at = now()
    where ${"personId" in owner ? sql`person_id = ${owner.personId}` : sql`member_id = ${owner.memberId}`} and ended_at is null and expires_at > now()
      and (${only ?? null}::text is null or id = ${only ?? null})
      and (${except ?? null}::text is null or id <> ${except ?? null})
    returning pg_notify(${SIGN_IN_ENDED_CHANNEL}, id)`;
  return ended.length;
}

/** Ends one of the caller's sign-ins. Throws `Failure("not_found")` for another person's and for one that has ended. */
export async function endOwnSignIn(scope: Scope, signInId: Id<"signIn">): Promise<void> {
  const { memberId } = assertDefined(scope.actor, "only members sign in");
  await systemTx(async (db) => {
    const personId = await getPersonId(db, memberId);
    if ((await endSignIns(db, { personId, only: signInId })) === 0) throw notFound("sign-in");
    await recordAudit(db, scope, { action: "ended_sign_ins", subject: signInId });
  });
}

/** Ends all of the caller's sign-ins except `keep`. Returns how many. */
export async function endOtherSignIns(scope: Scope, keep: Id<"signIn">): Promise<number> {
  const { memberId } = assertDefined(scope.actor, "only members sign in");
  return systemTx(async (db) => {
    const personId = await getPersonId(db, memberId);
    const count = await endSignIns(db, { personId, except: keep });
    if (count > 0) {
      const details = { count: String(count) };
      await recordAudit(db, scope, { action: "ended_sign_ins", subject: memberId, details });
    }
    return count;
  });
}
