import { RequestCoalescer } from "@/lib/core/coalesce";
import type { Id } from "@/lib/core/ids";
import type { Actor } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";

/** A sign-in that is not used for so long ends by itself. */
export const IDLE_HOURS = 12;
/** The use of a sign-in is written down no more often than this. */
const NOTE_EVERY_MS = 60_000;

/** A member who is signed in: a person, in the organisation where the sign-in stands now. */
export interface SignedIn {
  signInId: Id<"signIn">;
  organisationId: Id<"organisation">;
  organisationName: string;
  by: Actor;
  lastUsedAt: Date;
  /** When the member last gave the password or a code. */
  verifiedAt: Date;
  hasSecondFactor: boolean;
  /** Whether the member's role must have a second factor that the member has not set up. */
  needsSecondFactor: boolean;
  /** Whether the person is a member of other organisations too. */
  hasOtherOrganisations: boolean;
  /** Whether there are alerts that the member has not dismissed. */
  hasAlerts: boolean;
}

const lookUps = new RequestCoalescer<SignedIn | undefined>(setImmediate);

/**
 * Finds who is signed in by this sign-in; `undefined` where it is unknown, ended, past its life or not used for twelve hours,
 * or its member gone. Nothing is remembered, so that one that is ended lets nobody in from then on.
 */
export function findSignedIn(signInId: Id<"signIn">): Promise<SignedIn | undefined> {
  return lookUps.run(signInId, () => lookUp(signInId));
}

type Row = Actor & Omit<SignedIn, "signInId" | "by">;

async function lookUp(signInId: Id<"signIn">): Promise<SignedIn | undefined> {
  const [row] = await systemDb().sql<Row[]>`
    select s.organisation_id as "organisationId", o.name as "organisationName", s.last_used_at as "lastUsedAt",
      s.verified_at as "verifiedAt", m.id as "memberId", m.email, m.name, m.role,
      f.person_id is not null as "hasSecondFactor",
      m.role = any(o.second_factor_roles) and f.person_id is null as "needsSecondFactor",
      exists (select from member_alerts a where a.member_id = m.id and a.dismissed_at is null) as "hasAlerts",
      exists (select from members o where o.person_id = s.person_id and o.id <> m.id) as "hasOtherOrganisations"
    from sign_ins s join members m on m.id = s.member_id join organisations o on o.id = s.organisation_id
      left join second_factors f on f.person_id = s.person_id
    where s.id = ${signInId} and s.ended_at is null and s.expires_at > now()
      and s.last_used_at > now() - make_interval(hours => ${IDLE_HOURS})`;
  if (!row) return undefined;
  const { memberId, email, name, role, ...rest } = row;
  return { ...rest, signInId, by: { memberId, email, name, role } };
}

/** Writes down that a sign-in is in use, at most once a minute and beside the request: nothing waits for it. */
export function noteSignInUse({ signInId, lastUsedAt }: SignedIn): void {
  if (Date.now() - lastUsedAt.getTime() < NOTE_EVERY_MS) return;
  systemDb().sql`
      update sign_ins set last_used_at = now()
      where id = ${signInId} and last_used_at < now() - interval '1 minute'`.catch(() => undefined);
}
