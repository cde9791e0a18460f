import { recordAudit } from "@/lib/audit";
import { COMPOSED_VERSION, getProvider, isListedVersion, listedVersion, readStoredMessage } from "@/lib/bank";
import { Failure, notFound } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import type { Caller } from "@/lib/core/scope";
import { type Db, systemDb, systemTx } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { bankNotifications, NotificationOutcome } from "@/lib/db/schema";
import { findNotification, type SavedNotification } from "@/lib/exceptions";
import { dispatch } from "./dispatch";

/** A stored notification without its body. */
export interface NotificationSummary
  extends RowOf<
    typeof bankNotifications,
    | "id"
    | "organisationId"
    | "sessionId"
    | "mode"
    | "provider"
    | "event"
    | "adapterVersion"
    | "outcome"
    | "receivedAt"
  > {
  /** The payment's key, a settlement's reference, or the body's digest. */
  correlationKey: string;
  bytes: number;
}

interface Filter {
  outcome?: NotificationOutcome | undefined;
  provider?: string | undefined;
  /** Only notifications older than this one: the cursor of the next page. */
  before?: Id<"notification"> | undefined;
  limit?: number;
}

const DEFAULT_LIMIT = 100;

/** Lists stored notifications, ignored ones included, newest first; filtered by outcome and provider. */
export async function listNotifications(filter: Filter): Promise<NotificationSummary[]> {
  const { sql } = systemDb();
  const { outcome, provider, before, limit = DEFAULT_LIMIT } = filter;
  return sql<NotificationSummary[]>`
    select id, organisation_id, session_id, mode, provider, event,
      adapter_version, outcome, correlation_key, octet_length(body) as bytes,
      received_at
    from bank_notifications
    where ${outcome ? sql`outcome = ${outcome}` : sql`true`} and ${provider ? sql`provider = ${provider}` : sql`true`}
      and ${before ? sql`id < ${before}` : sql`true`}
    order by id desc limit ${limit}`;
}

/**
 * Gets a stored notification with its raw body. The body can contain account numbers, so the organisation's audit log
 * records the access. Throws `Failure("not_found")`.
 */
export async function showNotification(
  caller: Caller,
  id: Id<"notification">,
): Promise<NotificationSummary & { body: string }> {
  const { sql } = systemDb();
  const [found] = await sql<(NotificationSummary & { raw: Buffer })[]>`
    select id, organisation_id, session_id, mode, provider, event,
      adapter_version, outcome, correlation_key, octet_length(body) as bytes,
      received_at, body as raw
    from bank_notifications where id = ${id}`;
  if (!found) throw notFound("notification");
  const { raw, ...summary } = found;
  const { organisationId, sessionId } = summary;
  if (organisationId) {
    const entry = { action: "revealed_account", subject: id, ...(sessionId && { sessionId }) } as const;
    await systemTx((db) => recordAudit(db, { ...caller, organisationId }, entry));
  }
  return { ...summary, body: raw.toString("utf8") };
}

/**
 * Processes a stored notification again with the current adapter version, as if the bank had sent it again, so that a
 * notification that could not be read or matched earlier can now be. Effects that it already had are not repeated. Resolves
 * the exceptions that the new result makes obsolete. Returns the outcome and records it in the organisation's audit log.
 * Throws `Failure("not_found")`, and `Failure("conflict")` if its body was dropped.
 */
export async function reprocessNotification(
  caller: Caller,
  id: Id<"notification">,
): Promise<{ outcome: string }> {
  const outcome = await reprocess(id);
  await systemTx((db) => auditReprocessing(db, caller, id, outcome));
  return { outcome };
}

const BODY_DROPPED =
  "The body of this notification was dropped after BANK_NOTIFICATION_DAYS. Its payment is recorded; nothing remains to be processed.";

/** The same without an entry in the audit log, for a change that has its own. Returns the outcome. */
export async function reprocess(id: Id<"notification">): Promise<string> {
  const stored = await findNotification(systemDb(), id);
  if (!stored) throw notFound("notification");
  if (stored.isDropped) throw new Failure("conflict", { detail: BODY_DROPPED });
  const version = currentVersion(stored);
  const message = readStoredMessage(stored.provider, version, stored.body);
  const outcome = await dispatch({ ...stored, event: message.event, adapterVersion: version }, message);
  await systemTx(async (db) => {
    if (outcome !== "exception") await resolveUnread(db, id);
    await removeUnrelated(db, id);
  });
  return outcome;
}

/** Deletes what finds an unrelated payment again if it is no longer one. */
async function removeUnrelated({ sql }: Db, id: Id<"notification">): Promise<void> {
  await sql`
    delete from unrelated_payments u using bank_notifications n
    where u.notification_id = ${id} and n.id = u.notification_id and n.outcome <> 'unrelated'`;
}

/** The version that this program reads such a notification with: a composed message, a row of the bank's list, or the bank's own message. */
function currentVersion({ adapterVersion, provider }: SavedNotification): number {
  if (adapterVersion === COMPOSED_VERSION) return COMPOSED_VERSION;
  return isListedVersion(adapterVersion) ? listedVersion(provider) : getProvider(provider).version;
}

/** Records the reprocessing in the audit log if the notification now belongs to an organisation. */
async function auditReprocessing(
  db: Db,
  caller: Caller,
  id: Id<"notification">,
  outcome: string,
): Promise<void> {
  const [owner] = await db.sql<RowOf<typeof bankNotifications, "organisationId" | "sessionId">[]>`
    select organisation_id, session_id from bank_notifications
    where id = ${id}`;
  if (!owner?.organisationId) return;
  const { organisationId, sessionId } = owner;
  const entry = { action: "reprocessed_notification", subject: id, details: { outcome } } as const;
  await recordAudit(db, { ...caller, organisationId }, { ...entry, ...(sessionId && { sessionId }) });
}

/** Resolves the `unreadable` and `unrecognised` exceptions of this notification. */
async function resolveUnread({ sql }: Db, id: Id<"notification">): Promise<void> {
  await sql`
    update exceptions set resolved_at = clock_timestamp(), resolution = 'recorded'
    where notification_id = ${id} and reason in ('unreadable', 'unrecognised') and resolved_at is null`;
}
