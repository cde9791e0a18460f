import { recordAudit } from "@/lib/audit";
import { Failure } from "@/lib/core/errors";
import { type Id, newId } from "@/lib/core/ids";
import type { Actor } from "@/lib/core/scope";
import { type Db, systemTx } from "@/lib/db/client";
import { acceptProof, type Proof, proveIdentity, refuseProof } from "./prove";

/** A working day and the night after it; a member signs in anew for the next event. */
export const SIGN_IN_LIFE_SECONDS = 16 * 3600;
const LONGEST_AGENT = 300;

interface Given extends Proof {
  /** What the browser calls itself. */
  agent: string;
}

/** A sign-in that has been opened. */
export interface OpenedSignIn {
  signInId: Id<"signIn">;
  personId: Id<"person">;
  /** The organisation that it opens in. */
  organisationId: Id<"organisation">;
  by: Actor;
}

/**
 * Opens a sign-in that is good for sixteen hours, in the organisation that the person used last, and writes it down. Throws
 * what `proveIdentity` throws, and `Failure("forbidden")` for a person who has proved who they are and is a member of no
 * organisation.
 */
export async function signIn(given: Given): Promise<OpenedSignIn> {
  const proven = await proveIdentity(given);
  const { personId } = proven.person;
  const signInId = newId("signIn");
  const opened = await systemTx(async (db) => {
    if (!(await acceptProof(db, proven))) return undefined;
    const membership = await enterLastUsed(db, personId);
    if (!membership) return "no organisation";
    const { organisationId, ...by } = membership;
    await db.sql`
      insert into sign_ins (id, person_id, organisation_id, member_id, agent, expires_at)
      values (${signInId}, ${personId}, ${organisationId}, ${by.memberId}, ${given.agent.slice(0, LONGEST_AGENT)},
        now() + make_interval(secs => ${SIGN_IN_LIFE_SECONDS}))`;
    await db.sql`delete from sign_ins where expires_at <= now()`;
    const asker = { organisationId, by, origin: given.address };
    await recordAudit(db, asker, { action: "signed_in", subject: signInId });
    return { signInId, personId, organisationId, by };
  });
  if (!opened) throw await refuseProof(given, "password");
  if (opened === "no organisation")
    throw new Failure("forbidden", {
      detail: "You are a member of no organisation. Ask for an invitation.",
    });
  return opened;
}

interface Membership extends Actor {
  organisationId: Id<"organisation">;
}

/** Finds the membership that a person used last, else the oldest, and notes that it is used now. */
async function enterLastUsed({ sql }: Db, personId: Id<"person">): Promise<Membership | undefined> {
  const [membership] = await sql<Membership[]>`
    select id as "memberId", organisation_id as "organisationId", email, name, role from members
    where person_id = ${personId} order by entered_at desc nulls last, id limit 1 for no key update`;
  if (membership) await sql`update members set entered_at = now() where id = ${membership.memberId}`;
  return membership;
}
