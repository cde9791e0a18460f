import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import type { Db } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { alertCauses, alertDeliveries, alertPreferences, members } from "@/lib/db/schema";
import { canSendMail } from "@/lib/mail";
import { isSendingAllowed } from "@/lib/webhooks";
import { NO_LONGER_WANTED } from "../labels";
import { quietUntil } from "./quiet-hours";
import { concerns, maySee } from "./recipients";

type Preferences = RowOf<typeof alertPreferences, "kinds" | "byEmail" | "quietFrom" | "quietTo">;

/** A member who gets an alert, as their preferences are now. */
interface Reader extends Preferences, RowOf<typeof members, "email" | "role"> {
  /** Only alerts of these sessions; null: of every session. */
  chosenSessions: Id<"session">[] | null;
}

/** A delivery that is due, with its cause. The fields of `Reader` are null for the organisation's webhook. */
export interface DueDelivery
  extends RowOf<
      typeof alertDeliveries,
      "id" | "organisationId" | "way" | "recipient" | "memberId" | "attemptCount" | "createdAt"
    >,
    RowOf<typeof alertCauses, "kind" | "subject" | "sessionIds" | "details" | "startedAt" | "endedAt">,
    Reader {
  causeId: Id<"alertCause">;
}

/** The most deliveries of one claim. Sending them ends long before the lease. */
const BATCH = 500;
/** The most of them that are webhooks: of a receiver that hangs, each takes as long as an attempt may. */
const MAX_WEBHOOKS = 50;
/**
 * Longer than any quiet hours: what could not be sent by then, because nothing ran or no mail could be sent, is not sent any
 * more.
 */
const MAX_AGE_MS = 2 * 86_400_000;
/** A process that ends while it sends leaves its deliveries to the next one after this time. */
const LEASE_SECONDS = 300;

/**
 * Claims the deliveries of an organisation that are due; mails only where this process can send them. Those of a member in quiet
 * hours wait until the end of these, and those that the member may no longer get or has turned off are given up. All that one
 * recipient gets now is in one claim, because the caller holds the lock of the organisation's row of `alert_checks`; so it
 * becomes one message.
 */
export async function claimDue(db: Db, { organisationId }: Scope, now: Date): Promise<DueDelivery[]> {
  const due = await db.sql<DueDelivery[]>`
    select d.id, d.organisation_id, d.cause_id, d.way, d.recipient, d.member_id, d.attempt_count, d.created_at,
      c.kind, c.subject, c.session_ids, c.details, c.started_at, c.ended_at,
      m.email, m.role, p.kinds, p.by_email, p.quiet_from, p.quiet_to, p.session_ids as chosen_sessions
    from alert_deliveries d join alert_causes c on c.id = d.cause_id
      left join members m on m.id = d.member_id left join alert_preferences p on p.member_id = d.member_id
    where d.organisation_id = ${organisationId} and d.due_at <= clock_timestamp() and ${isSendingAllowed(db.sql)}
      and (d.way <> 'email' or ${canSendMail()} or d.created_at < ${new Date(now.getTime() - MAX_AGE_MS)})
    order by d.way, d.recipient, d.due_at limit ${BATCH} for update of d skip locked`;
  const late = due.filter(({ createdAt }) => now.getTime() - createdAt.getTime() > MAX_AGE_MS);
  await giveUp(db, late, "It was too late to send it.");
  const wanted = due.filter((one) => !late.includes(one) && isWanted(one));
  const quiet = wanted.filter((one) => one.memberId && quietUntil(one, now));
  const awake = wanted.filter((one) => !quiet.includes(one));
  const later = awake.filter(({ way }) => way === "webhook").slice(MAX_WEBHOOKS);
  const sendable = awake.filter((one) => !later.includes(one));
  await giveUp(
    db,
    due.filter((one) => !late.includes(one) && !wanted.includes(one)),
    NO_LONGER_WANTED,
  );
  for (const one of quiet) await postpone(db, one, quietUntil(one, now) ?? now);
  await lease(db, sendable);
  return sendable;
}

/**
 * Whether the member still has the permission for the alert and has it turned on; the organisation's webhook gets everything.
 */
function isWanted(one: DueDelivery): boolean {
  if (one.memberId === null) return true;
  if (one.role === null || one.kinds === null) return false;
  return (
    maySee(one.role, one.kind) &&
    one.kinds.includes(one.kind) &&
    concerns(one.chosenSessions, one.sessionIds) &&
    (one.way !== "email" || one.byEmail)
  );
}

const idsOf = (deliveries: readonly Pick<DueDelivery, "id">[]) => deliveries.map(({ id }) => id);

async function lease({ sql }: Db, deliveries: readonly DueDelivery[]): Promise<void> {
  if (deliveries.length === 0) return;
  await sql`
    update alert_deliveries set attempt_count = attempt_count + 1,
      due_at = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
    where id = any(${idsOf(deliveries)}::text[])`;
}

const postpone = ({ sql }: Db, { id }: DueDelivery, until: Date) =>
  sql`update alert_deliveries set due_at = ${until} where id = ${id}`;

/** Ends deliveries that were not sent, with the reason. */
export async function giveUp(
  { sql }: Db,
  deliveries: readonly Pick<DueDelivery, "id">[],
  error: string,
): Promise<void> {
  if (deliveries.length === 0) return;
  await sql`
    update alert_deliveries set due_at = null, error = ${error} where id = any(${idsOf(deliveries)}::text[])`;
}

/** Stores that deliveries were sent. */
export async function recordSent({ sql }: Db, deliveries: readonly DueDelivery[]): Promise<void> {
  await sql`
    update alert_deliveries set due_at = null, sent_at = clock_timestamp(), error = null
    where id = any(${idsOf(deliveries)}::text[])`;
}

/** The waits after a failed attempt, in seconds; after the last one the delivery is given up. */
const RETRY_SECONDS = [30, 120, 600, 3_600, 14_400];

/** Stores that an attempt failed: it is repeated after a wait, or given up after the last one. */
export async function recordFailure(
  db: Db,
  deliveries: readonly DueDelivery[],
  error: string,
): Promise<void> {
  for (const one of deliveries) {
    const wait = RETRY_SECONDS[one.attemptCount];
    if (wait === undefined) await giveUp(db, [one], error);
    else
      await db.sql`
        update alert_deliveries set due_at = clock_timestamp() + make_interval(secs => ${wait}), error = ${error}
        where id = ${one.id}`;
  }
}
