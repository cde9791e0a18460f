import { recordAudit } from "@/lib/audit";
import { Failure } from "@/lib/core/errors/errors";
import { type Id, newId } from "@/lib/core/ids";
import type { Actor } from "@/lib/core/scope";
import { type Db, systemTx } from "@/lib/db/client";
import { completeAttempt, rejectAttempt, type SignInCredentials, verifyIdentity } from "./verify-identity";

/** Covers one event day and the night after it; the next event needs a new sign-in. */
export const SIGN_IN_LIFE_SECONDS = 16 * 3600;
const MAX_AGENT_LENGTH = 300;

interface SignInInput extends SignInCredentials {
  /** The browser's User-Agent header. */
  agent: string;
}

/** A new sign-in. */
export interface OpenedSignIn {
  signInId: Id<"signIn">;
  personId: Id<"person">;
  /** The organisation in which it starts. */
  organisationId: Id<"organisation">;
  actor: Actor;
}

/**
 * Creates a sign-in for sixteen hours in the organisation that the person used last, and records it in the audit log.
 * Throws the errors of `verifyIdentity`, and `Failure("forbidden")` if the verified person has no organisation.
 */
export async function signIn(input: SignInInput): Promise<OpenedSignIn> {
  const proven = await verifyIdentity(input);
  const { personId } = proven.person;
  const signInId = newId("signIn");
  const opened = await systemTx(async (db) => {
    if (!(await completeAttempt(db, proven))) return undefined;
    const membership = await findLastUsedMembership(db, personId);
    if (!membership) return "no organisation";
    const { organisationId, ...actor } = membership;
    await db.sql`
      insert into sign_ins (id, person_id, organisation_id, member_id, agent, expires_at)
      values (${signInId}, ${personId}, ${organisationId}, ${actor.memberId}, ${input.agent.slice(0, MAX_AGENT_LENGTH)},
        now() + make_interval(secs => ${SIGN_IN_LIFE_SECONDS}))`;
    await db.sql`delete from sign_ins where expires_at <= now()`;
    const asker = { organisationId, actor, origin: input.address };
    await recordAudit(db, asker, { action: "signed_in", subject: signInId });
    return { signInId, personId, organisationId, actor };
  });
  if (!opened) throw await rejectAttempt(input, "password");
  if (opened === "no organisation")
    throw new Failure("forbidden", {
      detail: "You are a member of no organisation. Ask for an invitation.",
    });
  return opened;
}

interface Membership extends Actor {
  organisationId: Id<"organisation">;
}

/** Finds the membership that a person used last, else the oldest, and marks it as used now. */
async function findLastUsedMembership({ sql }: Db, personId: Id<"person">): Promise<Membership | undefined> {
  const [membership] = await sql<Membership[]>`
    select id as member_id, organisation_id, email, name, role from members
    where person_id = ${personId} order by entered_at desc nulls last, id limit 1 for no key update`;
  if (membership) await sql`update members set entered_at = now() where id = ${membership.memberId}`;
  return membership;
}
