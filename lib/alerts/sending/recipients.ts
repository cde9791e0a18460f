import type { Id } from "@/lib/core/ids";
import { newId } from "@/lib/core/ids";
import { type MemberRole, roleHasPermission } from "@/lib/core/roles";
import type { Scope } from "@/lib/core/scope";
import type { Db } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { AlertKind, AlertWay, alertPreferences, alertWebhooks } from "@/lib/db/schema";
import { lastTimeAt } from "../causes/summary";
import type { Cause } from "../causes/sync";
import { ALERT_KINDS } from "../labels";

/** The hour, in the business's time zone, of the summary that is sent to the organisation's alert address. */
const WEBHOOK_SUMMARY_HOUR = 8;

/** A member who gets alerts. */
interface MemberRecipient
  extends RowOf<
    typeof alertPreferences,
    "memberId" | "kinds" | "sessionIds" | "byEmail" | "summaryHour" | "summarySince"
  > {
  role: MemberRole;
  /** The ids of the member's push subscriptions. */
  browsers: Id<"pushSubscription">[];
}

/** The recipients of an organisation's alerts. */
export interface Recipients {
  members: MemberRecipient[];
  /** When the alert address was set; undefined without one. */
  webhookSince: Date | undefined;
}

/**
 * Lists the recipients of an organisation's alerts: joined members who chose a kind of alert and e-mail or a browser, and the
 * alert address.
 */
export async function listRecipients({ sql }: Db, { organisationId }: Scope): Promise<Recipients> {
  const members = await sql<MemberRecipient[]>`
    select p.member_id, p.kinds, p.session_ids, p.by_email, p.summary_hour, p.summary_since, m.role,
      array(select s.id from push_subscriptions s where s.member_id = p.member_id) as browsers
    from alert_preferences p join members m on m.id = p.member_id
    where p.organisation_id = ${organisationId} and m.person_id is not null and cardinality(p.kinds) > 0`;
  const [webhook] = await sql<RowOf<typeof alertWebhooks, "createdAt">[]>`
    select created_at from alert_webhooks where organisation_id = ${organisationId}`;
  return {
    members: members.filter(({ byEmail, browsers }) => byEmail || browsers.length > 0),
    webhookSince: webhook?.createdAt,
  };
}

/**
 * Returns the hours (0 to 23, in the business's time zone) at which a recipient gets a daily summary; may contain repeats.
 */
export const summaryHoursOf = ({ members, webhookSince }: Recipients): number[] => [
  ...members.filter(({ kinds }) => kinds.includes("daily_summary")).map(({ summaryHour }) => summaryHour),
  ...(webhookSince ? [WEBHOOK_SUMMARY_HOUR] : []),
];

/** Returns whether a role may see what alerts of a kind are about. */
export const maySee = (role: MemberRole, kind: AlertKind): boolean =>
  roleHasPermission(role, ALERT_KINDS[kind].needs);

/**
 * Returns whether an alert of these sessions (none: of the whole organisation) matches a member's choice of sessions (null:
 * all).
 */
export const concerns = (chosen: readonly string[] | null, sessionIds: readonly string[]): boolean =>
  chosen === null || sessionIds.length === 0 || sessionIds.some((id) => chosen.includes(id));

/** Returns whether a daily summary's cause is the one of this hour, and the hour was chosen before the summary's time. */
function isSummaryOf({ subject }: Cause, hour: number, since: Date): boolean {
  const at = new Date(subject);
  return since <= at && lastTimeAt(hour, at).getTime() === at.getTime();
}

interface DeliveryRow {
  cause: Cause;
  way: AlertWay;
  recipient: string;
  memberId: Id<"member"> | null;
}

function deliveriesOf(
  { organisationId }: Scope,
  cause: Cause,
  { members, webhookSince }: Recipients,
): DeliveryRow[] {
  const { kind, sessionIds } = cause;
  const isSummary = kind === "daily_summary";
  const chosen = members.filter(
    (member) =>
      member.kinds.includes(kind) &&
      maySee(member.role, kind) &&
      concerns(member.sessionIds, sessionIds) &&
      (!isSummary || isSummaryOf(cause, member.summaryHour, member.summarySince)),
  );
  const getsWebhook = webhookSince && (!isSummary || isSummaryOf(cause, WEBHOOK_SUMMARY_HOUR, webhookSince));
  return [
    ...chosen.flatMap(({ memberId, byEmail, browsers }) => [
      ...(byEmail ? [{ cause, way: "email" as const, recipient: memberId, memberId }] : []),
      ...browsers.map((recipient) => ({ cause, way: "push" as const, recipient, memberId })),
    ]),
    ...(getsWebhook ? [{ cause, way: "webhook" as const, recipient: organisationId, memberId: null }] : []),
  ];
}

/** Inserts a delivery of each new cause for each of its recipients, due at once; existing ones stay unchanged. */
export async function insertDeliveries(
  { sql }: Db,
  scope: Scope,
  causes: readonly Cause[],
  recipients: Recipients,
): Promise<void> {
  const rows = causes
    .flatMap((cause) => deliveriesOf(scope, cause, recipients))
    .map(({ cause, way, recipient, memberId }) => ({
      id: newId("alertDelivery"),
      cause_id: cause.id,
      way,
      recipient,
      member_id: memberId,
    }));
  if (rows.length === 0) return;
  await sql`
    insert into alert_deliveries (id, organisation_id, cause_id, way, recipient, member_id, due_at)
    select id, ${scope.organisationId}, cause_id, way, recipient, member_id, now()
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as one(id text, cause_id text, way text, recipient text, member_id text)
    on conflict do nothing`;
}
