import type { Id } from "@/lib/core/ids";
import type { Actor } from "@/lib/core/scope";
import { Together } from "@/lib/core/together";
import { systemDb } from "@/lib/db/client";

/** A member who is signed in. */
export interface SignedIn {
  signInId: Id<"signIn">;
  organisationId: Id<"organisation">;
  organisationName: string;
  by: Actor;
}

const lookUps = new Together<SignedIn | undefined>(setImmediate);

/**
 * Finds who is signed in by this sign-in; `undefined` where it is unknown, ended or past its life, or its member gone.
 * Nothing is remembered, so that one that is ended lets nobody in from then on.
 */
export function findSignedIn(signInId: Id<"signIn">): Promise<SignedIn | undefined> {
  return lookUps.ask(signInId, () => lookUp(signInId));
}

interface Row extends Actor {
  organisationId: Id<"organisation">;
  organisationName: string;
}

async function lookUp(signInId: Id<"signIn">): Promise<SignedIn | undefined> {
  const [row] = await systemDb().sql<Row[]>`
    select s.organisation_id as "organisationId", o.name as "organisationName",
      m.id as "memberId", m.email, m.name, m.role
    from sign_ins s join members m on m.id = s.member_id join organisations o on o.id = s.organisation_id
    where s.id = ${signInId} and s.ended_at is null and s.expires_at > now()`;
  if (!row) return undefined;
  const { organisationId, organisationName, ...by } = row;
  return { signInId, organisationId, organisationName, by };
}
