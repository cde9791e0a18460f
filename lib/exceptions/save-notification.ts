import { createHash } from "node:crypto";
import { deploymentConnection } from "@/lib/bank";
import { type Id, newId } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/scope";
import type { Db } from "@/lib/db/client";
import type { NotificationOutcome } from "@/lib/db/schema";
import type { ProviderName } from "@/lib/env";

/** A verified notification, whole: what is stored of it, whatever becomes of it. */
export interface SavedNotification {
  noticeId: Id<"notice">;
  mode: Mode;
  provider: ProviderName;
  /** The connection whose secret verified it. */
  bankConnectionId: Id<"bankConnection">;
  /** The bank's own name of the event. */
  event: string;
  /** The version of the adapter that read it. */
  adapterVersion: number;
  body: Buffer;
  /** The value of the header that verified it. */
  signature: string;
  receivedAt: Date;
}

type Received = Omit<SavedNotification, "noticeId" | "receivedAt" | "bankConnectionId">;

/** Gives a notification that a secret of the deployment's own verified its id and its time of receipt. */
export function toStoredNotification(notice: Received): SavedNotification {
  return {
    noticeId: newId("notice"),
    receivedAt: new Date(),
    bankConnectionId: deploymentConnection(notice.provider),
    ...notice,
  };
}

/** The SHA-256 of a notification's body, which `takings verify` holds the stored body against. */
export function bodyDigest(body: Buffer): Buffer {
  return createHash("sha256").update(body).digest();
}

export interface Owner {
  sessionId?: Id<"session"> | null;
  organisationId?: Id<"organisation"> | null;
}

/**
 * The id under which these very bytes are kept already about this subject and for this session, if they are. Bytes
 * kept when they were nobody's, or a closed session's, have had no effect on what another session recorded since. A
 * stored notification that is processed again is no copy of itself.
 */
export async function findSavedNotification(
  { sql }: Db,
  notice: SavedNotification,
  subject: string,
  sessionId: Id<"session"> | null,
): Promise<Id<"notice"> | undefined> {
  const [same] = await sql<{ id: Id<"notice"> }[]>`
    select id from notices
    where mode = ${notice.mode} and bank_connection_id = ${notice.bankConnectionId} and payment_key = ${subject}
      and body = ${notice.body} and session_id is not distinct from ${sessionId} and id <> ${notice.noticeId}
    limit 1`;
  return same?.id;
}

interface Storage extends Owner {
  /** A payment's key, a settlement's reference, or the notification's own digest. */
  subject: string;
  outcome: NotificationOutcome;
}

/**
 * Stores a notification that recorded no new transaction, unless the same bytes are stored already under the same
 * subject and session. A notification that is processed again gets its new outcome; one that recorded a transaction keeps
 * that outcome, with the adapter version that read it then. Returns the id of the stored row.
 */
export async function saveNotification(
  db: Db,
  notice: SavedNotification,
  storage: Storage,
): Promise<Id<"notice">> {
  const { subject, outcome, sessionId = null, organisationId = null } = storage;
  // The same bytes that arrive twice at once are looked for one after the other.
  await db.sql`select pg_advisory_xact_lock(hashtextextended(${subject}, 0))`;
  const kept = await findSavedNotification(db, notice, subject, sessionId);
  if (kept) return kept;
  await db.sql`
    insert into notices (id, organisation_id, session_id, mode, provider, bank_connection_id, event, adapter_version,
      outcome, payment_key, body, digest, signature, received_at)
    values (${notice.noticeId}, ${organisationId}, ${sessionId}, ${notice.mode}, ${notice.provider},
      ${notice.bankConnectionId}, ${notice.event}, ${notice.adapterVersion}, ${outcome}, ${subject}, ${notice.body},
      ${bodyDigest(notice.body)}, ${notice.signature}, ${notice.receivedAt})
    on conflict (id) do update set event = excluded.event, adapter_version = excluded.adapter_version,
      outcome = excluded.outcome, payment_key = excluded.payment_key,
      organisation_id = coalesce(excluded.organisation_id, notices.organisation_id),
      session_id = coalesce(excluded.session_id, notices.session_id)
      where notices.outcome <> 'recorded'`;
  return notice.noticeId;
}

/** The stored notification of this id, ready to be processed again; `undefined` where there is none. */
export async function findNotification(
  { sql }: Db,
  noticeId: Id<"notice">,
): Promise<SavedNotification | undefined> {
  const [stored] = await sql<SavedNotification[]>`
    select id as "noticeId", mode, provider, bank_connection_id as "bankConnectionId", event,
      adapter_version as "adapterVersion", body, signature, received_at as "receivedAt"
    from notices where id = ${noticeId}`;
  return stored;
}
