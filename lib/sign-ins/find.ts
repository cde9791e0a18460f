import { RequestCoalescer } from "@/lib/core/coalesce";
import type { Id } from "@/lib/core/ids";
import type { Actor } from "@/lib/core/scope";
import { screenTimeZone } from "@/lib/core/zone/zone-table";
import { systemDb } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { signIns } from "@/lib/db/schema";
import { env } from "@/lib/env";

/** A sign-in that is not used for this long expires. */
export const IDLE_HOURS = 12;
/** Minimum time between two updates of `last_used_at`. */
const MIN_RECORD_INTERVAL_MS = 60_000;

/** A signed-in member: a person in the sign-in's current organisation. */
export interface SignedIn extends RowOf<typeof signIns, "organisationId" | "lastUsedAt" | "verifiedAt"> {
  signInId: Id<"signIn">;
  organisationName: string;
  /** The IANA time zone of the organisation's screens. */
  timeZone: string;
  actor: Actor;
  hasSecondFactor: boolean;
  /** Whether the member's role requires a second factor that the person has not set up. */
  needsSecondFactor: boolean;
  /** Whether the person is also a member of other organisations. */
  hasOtherOrganisations: boolean;
  /** Whether the member has alerts that are not dismissed. */
  hasAlerts: boolean;
  /** Whether the replica may lack the member's last change. */
  hasJustChanged: boolean;
}

const lookUps = new RequestCoalescer<SignedIn | undefined>(setImmediate);

/**
 * Finds the member of a sign-in; `undefined` if it is unknown, ended, expired or unused for twelve hours, or if the member
 * was removed. Results are not cached, so that an ended sign-in is rejected at once.
 */
export function findSignedIn(signInId: Id<"signIn">): Promise<SignedIn | undefined> {
  return lookUps.run(signInId, () => lookUp(signInId));
}

type Row = Actor & Omit<SignedIn, "signInId" | "actor" | "timeZone"> & { timeZone: string | null };

async function lookUp(signInId: Id<"signIn">): Promise<SignedIn | undefined> {
  const [row] = await systemDb().sql<Row[]>`
    select s.organisation_id, o.name as organisation_name, o.time_zone, s.last_used_at,
      s.verified_at, m.id as member_id, m.email, m.name, m.role,
      f.person_id is not null as has_second_factor,
      m.role = any(o.second_factor_roles) and f.person_id is null as needs_second_factor,
      exists (select from member_alerts a where a.member_id = m.id and a.dismissed_at is null) as has_alerts,
      exists (select from members o where o.person_id = s.person_id and o.id <> m.id) as has_other_organisations,
      coalesce(m.changed_at > clock_timestamp() - make_interval(secs => ${env().replicaMaxLagMs / 1000}), false) as has_just_changed
    from sign_ins s join members m on m.id = s.member_id join organisations o on o.id = s.organisation_id
      left join second_factors f on f.person_id = s.person_id
    where s.id = ${signInId} and s.ended_at is null and s.expires_at > now()
      and s.last_used_at > now() - make_interval(hours => ${IDLE_HOURS})`;
  if (!row) return undefined;
  const { memberId, email, name, role, ...rest } = row;
  const timeZone = screenTimeZone(row.timeZone, env().businessTimeZone);
  return { ...rest, timeZone, signInId, actor: { memberId, email, name, role } };
}

/** Updates a sign-in's `last_used_at`, at most once a minute. The request does not wait for the statement. */
export function recordSignInUse({ signInId, lastUsedAt }: SignedIn): void {
  if (Date.now() - lastUsedAt.getTime() < MIN_RECORD_INTERVAL_MS) return;
  systemDb().sql`
      update sign_ins set last_used_at = now()
      where id = ${signInId} and last_used_at < now() - interval '1 minute'`.catch(() => undefined);
}

/**
 * Notes that a member has changed something, so that their next reads come from the primary until the replica has it. Without a
 * replica nothing is stored. Never rejects: during an outage nothing was changed.
 */
export async function recordMemberChange(memberId: Id<"member">): Promise<void> {
  if (!env().databaseReplicaUrl) return;
  await systemDb().sql`update members set changed_at = clock_timestamp() where id = ${memberId}`.catch(
    () => undefined,
  );
}
