import { createHash } from "node:crypto";
import { deploymentConnection } from "@/lib/bank";
import { type Id, newId } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/scope";
import type { Db } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { bankNotifications, NotificationOutcome } from "@/lib/db/schema";
import type { ProviderName } from "@/lib/env";
import { isPastRetention } from "@/lib/notification-retention";

/** A verified notification with everything that is stored of it, independent of its outcome. */
export interface SavedNotification {
  notificationId: Id<"notification">;
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

type ReceivedNotification = Omit<SavedNotification, "notificationId" | "receivedAt" | "bankConnectionId"> &
  Partial<Pick<SavedNotification, "bankConnectionId">>;

/** Adds an id, the time of receipt and, if none is given, the deployment's bank connection to a verified notification. */
export function toStoredNotification(notification: ReceivedNotification): SavedNotification {
  return {
    notificationId: newId("notification"),
    receivedAt: new Date(),
    bankConnectionId: deploymentConnection(notification.provider),
    ...notification,
  };
}

/** Computes the SHA-256 of a notification's body; `takings verify` compares it with the stored body. */
export function bodyDigest(body: Buffer): Buffer {
  return createHash("sha256").update(body).digest();
}

export interface Owner {
  sessionId?: Id<"session"> | null;
  organisationId?: Id<"organisation"> | null;
}

/**
 * Finds a stored notification with the same body, subject and session, and returns its id, also if its body is erased. The session must match,
 * because a copy stored without a session, or for a closed one, had no effect on what another session recorded later. A
 * notification that is processed again does not match itself.
 */
export async function findSavedNotification(
  { sql }: Db,
  notification: SavedNotification,
  correlationKey: string,
  sessionId: Id<"session"> | null,
): Promise<Id<"notification"> | undefined> {
  const [same] = await sql<RowOf<typeof bankNotifications, "id">[]>`
    select id from bank_notifications
    where mode = ${notification.mode} and bank_connection_id = ${notification.bankConnectionId} and correlation_key = ${correlationKey}
      and digest = ${bodyDigest(notification.body)} and session_id is not distinct from ${sessionId} and id <> ${notification.notificationId}
    limit 1`;
  return same?.id;
}

interface Storage extends Owner {
  /** A payment's key, a settlement's reference, or the notification's own digest. */
  correlationKey: string;
  outcome: NotificationOutcome;
}

/**
 * Stores a notification that recorded no new transaction, unless the same body is already stored under the same subject
 * and session. Reprocessing updates the outcome, except of a notification that recorded a transaction: it keeps that
 * outcome and its adapter version. Returns the id of the stored row.
 */
export async function saveNotification(
  db: Db,
  notification: SavedNotification,
  storage: Storage,
): Promise<Id<"notification">> {
  const { correlationKey, outcome, sessionId = null, organisationId = null } = storage;
  // Serialises concurrent copies of the same notification.
  await db.sql`select pg_advisory_xact_lock(hashtextextended(${correlationKey}, 0))`;
  const existingId = await findSavedNotification(db, notification, correlationKey, sessionId);
  if (existingId) return existingId;
  await db.sql`
    insert into bank_notifications (id, organisation_id, session_id, mode, provider, bank_connection_id, event, adapter_version,
      outcome, correlation_key, body, digest, signature, received_at)
    values (${notification.notificationId}, coalesce(${organisationId}, ${ownerOfConnection(db, notification)}), ${sessionId}, ${notification.mode}, ${notification.provider},
      ${notification.bankConnectionId}, ${notification.event}, ${notification.adapterVersion}, ${outcome}, ${correlationKey}, ${notification.body},
      ${bodyDigest(notification.body)}, ${notification.signature}, ${notification.receivedAt})
    on conflict (id) do update set event = excluded.event, adapter_version = excluded.adapter_version,
      outcome = excluded.outcome, correlation_key = excluded.correlation_key,
      organisation_id = coalesce(excluded.organisation_id, bank_notifications.organisation_id),
      session_id = coalesce(excluded.session_id, bank_notifications.session_id)
      where bank_notifications.outcome <> 'recorded'`;
  return notification.notificationId;
}

/** The organisation whose connection this is, as SQL; null for a connection of the deployment. */
export const ownerOfConnection = (
  { sql }: Db,
  { bankConnectionId }: Pick<SavedNotification, "bankConnectionId">,
) => sql`(select organisation_id from bank_connections where id = ${bankConnectionId})`;

/** Finds a stored notification by id, to process it again, and whether its body was dropped. */
export async function findNotification(
  db: Db,
  notificationId: Id<"notification">,
): Promise<(SavedNotification & { isDropped: boolean }) | undefined> {
  const { sql } = db;
  const [stored] = await sql<(SavedNotification & { isDropped: boolean })[]>`
    select id as notification_id, mode, provider, bank_connection_id, event,
      adapter_version, body, signature, received_at, ${isPastRetention(db, sql`n`)} as is_dropped
    from bank_notifications n where id = ${notificationId}`;
  return stored;
}
