import type { PendingQuery, Row } from "postgres";
import type { Id } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/scope";
import type { EventType } from "@/lib/core/transaction";
import type { Db } from "@/lib/db/client";

type Fragment = PendingQuery<Row[]>;

/** The owner of an event, as SQL expressions. */
interface Owner {
  organisationId: Fragment;
  mode: Fragment;
}

/**
 * The SQL condition that the webhook endpoint `e` is organisation-wide, of this owner, and asks for events of this type.
 * `webhook_endpoints_organisation_wide` contains nothing of an organisation without such an endpoint.
 */
export const isSubscribed = ({ sql }: Db, type: EventType, { organisationId, mode }: Owner) => sql`
  e.organisation_id = ${organisationId} and e.mode = ${mode} and e.event_types is not null and e.removed_at is null
  and ${type}::text = any(e.event_types) and coalesce(e.listening_until > now(), true)`;

/** Returns whether an organisation-wide endpoint of this owner asks for events of a type, so that their bodies are needed. */
export async function hasSubscribers(
  db: Db,
  type: EventType,
  { organisationId, mode }: { organisationId: Id<"organisation">; mode: Mode },
): Promise<boolean> {
  const { sql } = db;
  const owner = { organisationId: sql`${organisationId}`, mode: sql`${mode}` };
  const found = await sql`select from webhook_endpoints e where ${isSubscribed(db, type, owner)} limit 1`;
  return found.length > 0;
}

/**
 * The SQL expression of the id of an event at the organisation-wide endpoint `e`: the time of `deliveryId`, and a digest of
 * the endpoint and of `key`, so that the same event has the same id whenever it is computed.
 */
export const derivedEventId = ({ sql }: Db, deliveryId: Fragment, key: Fragment) => sql`
  left(${deliveryId}, 14) || left(encode(sha256(convert_to(e.id || ' ' || ${key}, 'UTF8')), 'hex'), 16)`;

/**
 * The SQL query of the endpoints that get the event `transaction.received` of a transaction, each with the event's id: the
 * session's `webhook_url`, if it has one, and the organisation-wide ones. A statement joins it laterally, so that all events
 * are written in one commit with the transaction.
 */
export const transactionEventTargets = (
  db: Db,
  { deliveryId, sessionEndpointId, ...owner }: Owner & { deliveryId: Fragment; sessionEndpointId: Fragment },
) => db.sql`
  select ${sessionEndpointId} as webhook_endpoint_id, ${deliveryId} as delivery_id, false as is_organisation_wide
  where ${sessionEndpointId} is not null
  union all
  select e.id, ${derivedEventId(db, deliveryId, deliveryId)}, true from webhook_endpoints e
  where ${isSubscribed(db, "transaction.received", owner)}`;
