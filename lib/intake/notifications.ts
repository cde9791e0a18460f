import { recordAudit } from "@/lib/audit";
import { providerNamed, readStoredMessage } from "@/lib/bank";
import { notFound } from "@/lib/core/errors";
import type { Id } from "@/lib/core/ids";
import type { Asker } from "@/lib/core/scope";
import { type Db, systemDb, systemTx } from "@/lib/db/client";
import type { NotificationOutcome } from "@/lib/db/schema";
import { findNotification } from "@/lib/exceptions";
import { dispatch } from "./dispatch";

/** A stored notification without its body. */
export interface NotificationSummary {
  id: Id<"notice">;
  organisationId: Id<"organisation"> | null;
  sessionId: Id<"session"> | null;
  mode: string;
  provider: string;
  event: string;
  adapterVersion: number;
  outcome: NotificationOutcome;
  /** The payment's key, a settlement's reference, or the body's digest. */
  subject: string;
  bytes: number;
  receivedAt: Date;
}

interface Filter {
  outcome?: NotificationOutcome | undefined;
  provider?: string | undefined;
  /** Only those older than this one, for the next page. */
  before?: Id<"notice"> | undefined;
  limit?: number;
}

const LIMIT = 100;

/** Lists stored notifications, newest first, by outcome and provider: what was ignored can be listed. */
export async function listNotifications(filter: Filter): Promise<NotificationSummary[]> {
  const { sql } = systemDb();
  const { outcome, provider, before, limit = LIMIT } = filter;
  return sql<NotificationSummary[]>`
    select id, organisation_id as "organisationId", session_id as "sessionId", mode, provider, event,
      adapter_version as "adapterVersion", outcome, payment_key as subject, octet_length(body) as bytes,
      received_at as "receivedAt"
    from notices
    where ${outcome ? sql`outcome = ${outcome}` : sql`true`} and ${provider ? sql`provider = ${provider}` : sql`true`}
      and ${before ? sql`id < ${before}` : sql`true`}
    order by id desc limit ${limit}`;
}

/**
 * One stored notification, with its body as it came, which can hold account numbers: an organisation's audit trail records
 * that it was shown. Throws `Failure("not_found")`.
 */
export async function showNotification(
  id: Id<"notice">,
  asker: Asker,
): Promise<NotificationSummary & { body: string }> {
  const { sql } = systemDb();
  const [found] = await sql<(NotificationSummary & { raw: Buffer })[]>`
    select id, organisation_id as "organisationId", session_id as "sessionId", mode, provider, event,
      adapter_version as "adapterVersion", outcome, payment_key as subject, octet_length(body) as bytes,
      received_at as "receivedAt", body as raw
    from notices where id = ${id}`;
  if (!found) throw notFound("notification");
  const { raw, ...summary } = found;
  const { organisationId, sessionId } = summary;
  if (organisationId) {
    const seen = { action: "revealed_account", subject: id, ...(sessionId && { sessionId }) } as const;
    await systemTx((db) => recordAudit(db, { ...asker, organisationId }, seen));
  }
  return { ...summary, body: raw.toString("utf8") };
}

/**
 * Processes a stored notification again, as the bank would by sending it again, with the adapter of today: what could not
 * be read or placed then may be now. What it has already caused is not caused twice. The exceptions of this notification
 * that it answers are resolved. Returns what became of it, which the audit trail of the organisation that it is for records.
 * Throws `Failure("not_found")`.
 */
export async function reprocessNotification(
  id: Id<"notice">,
  asker: Asker = {},
): Promise<{ outcome: string }> {
  const stored = await findNotification(systemDb(), id);
  if (!stored) throw notFound("notification");
  const { version } = providerNamed(stored.provider);
  const message = readStoredMessage(stored.provider, version, stored.body);
  const outcome = await dispatch({ ...stored, event: message.event, adapterVersion: version }, message);
  await systemTx(async (db) => {
    if (outcome !== "exception") await resolveUnread(db, id);
    await recordReprocessed(db, asker, id, outcome);
  });
  return { outcome };
}

/** Records it where the notification is an organisation's, as it is stored now. */
async function recordReprocessed(db: Db, asker: Asker, id: Id<"notice">, outcome: string): Promise<void> {
  const [owner] = await db.sql<{ organisationId: Id<"organisation">; sessionId: Id<"session"> | null }[]>`
    select organisation_id as "organisationId", session_id as "sessionId" from notices
    where id = ${id} and organisation_id is not null`;
  if (!owner) return;
  const { organisationId, sessionId } = owner;
  const done = { action: "reprocessed_notification", subject: id, details: { outcome } } as const;
  await recordAudit(db, { ...asker, organisationId }, { ...done, ...(sessionId && { sessionId }) });
}

/** Resolves the exceptions that said this notification could not be read. */
async function resolveUnread({ sql }: Db, id: Id<"notice">): Promise<void> {
  await sql`
    update exceptions set resolved_at = clock_timestamp(), resolution = 'recorded'
    where notice_id = ${id} and reason in ('unreadable', 'unrecognised') and resolved_at is null`;
}
