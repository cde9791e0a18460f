import { recordAudit } from "@/lib/audit";
import { assertDefined } from "@/lib/core/assert";
import { notFound } from "@/lib/core/errors";
import type { Id } from "@/lib/core/ids";
import type { Actor, Scope } from "@/lib/core/scope";
import { type Db, systemTx } from "@/lib/db/client";
import { personOf } from "@/lib/people";

/** Told with a sign-in's id when it ends: whoever holds a stream open for it cuts that stream. */
export const SIGNED_OUT = "takings_signed_out";

/** Ends one sign-in from now on, in every process; one that is over already stays so. */
export async function signOut(signInId: Id<"signIn">): Promise<void> {
  await systemTx(async (db) => {
    const [ended] = await db.sql<(Actor & { organisationId: Id<"organisation"> })[]>`
      with ended as (
        update sign_ins set ended_at = now()
        where id = ${signInId} and ended_at is null and expires_at > now()
        returning member_id, pg_notify(${SIGNED_OUT}, id)
      )
      select m.id as "memberId", m.email, m.name, m.role, m.organisation_id as "organisationId"
      from ended join members m on m.id = ended.member_id`;
    if (!ended) return;
    const { organisationId, ...by } = ended;
    await recordAudit(db, { organisationId, by }, { action: "signed_out", subject: signInId });
  });
}

/** A person's sign-ins, or those that stand in one membership: that one, all but that one, or all. */
type Which = ({ personId: Id<"person"> } | { memberId: Id<"member"> }) & {
  only?: Id<"signIn">;
  except?: Id<"signIn">;
};

/** Ends sign-ins inside a SQL transaction of the caller's. Answers how many were good until now. */
export async function endSignIns({ sql }: Db, { only, except, ...of }: Which): Promise<number> {
  const ended = await sql`
    update sign_ins set ended_at = now()
    where ${"personId" in of ? sql`person_id = ${of.personId}` : sql`member_id = ${of.memberId}`} and ended_at is null and expires_at > now()
      and (${only ?? null}::text is null or id = ${only ?? null})
      and (${except ?? null}::text is null or id <> ${except ?? null})
    returning pg_notify(${SIGNED_OUT}, id)`;
  return ended.length;
}

/** Ends one of one's own sign-ins. Throws `Failure("not_found")` for another's or one that is over. */
export async function endOwnSignIn(scope: Scope, signInId: Id<"signIn">): Promise<void> {
  const { memberId } = assertDefined(scope.by, "only members sign in");
  await systemTx(async (db) => {
    const personId = await personOf(db, memberId);
    if ((await endSignIns(db, { personId, only: signInId })) === 0) throw notFound("sign-in");
    await recordAudit(db, scope, { action: "ended_sign_ins", subject: signInId });
  });
}

/** Ends all of one's own sign-ins but the one to keep. Answers how many. */
export async function endOtherSignIns(scope: Scope, keep: Id<"signIn">): Promise<number> {
  const { memberId } = assertDefined(scope.by, "only members sign in");
  return systemTx(async (db) => {
    const personId = await personOf(db, memberId);
    const count = await endSignIns(db, { personId, except: keep });
    if (count > 0) {
      const details = { count: String(count) };
      await recordAudit(db, scope, { action: "ended_sign_ins", subject: memberId, details });
    }
    return count;
  });
}
