import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import type { Db } from "@/lib/db/client";
import { ownSessionCondition } from "@/lib/db/session-state";

/** The delivery counts of a session. */
export interface DeliveryFigures {
  /** Payments whose events should have been delivered by now: all except those whose first attempt has not ended. */
  due: number;
  /** The payments among them whose events were all delivered. */
  delivered: number;
  /** Events that are still to be sent, and those of them whose last attempt failed. */
  waiting: number;
  retrying: number;
  /** Events that failed for good. */
  failed: number;
}

/** Counting stops here, to bound the cost. */
const MAX_COUNTED = 10_000;

/**
 * Counts the deliveries of a session to its `webhook_url`, for every screen that shows a delivery rate, waiting events or failed events. It
 * counts payments, not events, so that it reads only undelivered events: the sender's indexes find them, and the cost does
 * not grow with the session. Returns zeros if the session is not the caller's or has no webhook endpoint.
 */
export async function countDeliveries(
  db: Db,
  scope: Scope,
  sessionId: Id<"session">,
): Promise<DeliveryFigures> {
  const [figures] = await db.sql<DeliveryFigures[]>`
    with target as (
      select webhook_endpoint_id, last_sequence from sessions
      join (select * from session_states where ${ownSessionCondition(db, scope, sessionId)}) c using (session_id)
      where webhook_endpoint_id is not null
    ), open as materialized (
      select d.transaction_id, coalesce(last.has_failed, false) as has_failed
      from (
        select session_id, id, transaction_id from webhook_deliveries
        where state = 'pending' and session_id = ${sessionId} and webhook_endpoint_id = (select webhook_endpoint_id from target)
        limit ${MAX_COUNTED}
      ) d
      left join lateral (
        select error is not null as has_failed from webhook_attempts a
        where a.session_id = d.session_id and a.delivery_id = d.id order by number desc limit 1
      ) last on true
    ), given_up as materialized (
      select transaction_id from webhook_deliveries
      where organisation_id = ${scope.organisationId} and mode = ${scope.mode} and state = 'failed'
        and session_id = ${sessionId} and not is_organisation_wide
      limit ${MAX_COUNTED}
    ), owed as (
      select transaction_id from open where has_failed union select transaction_id from given_up
    ), counted as (
      select (last_sequence - (
          select count(distinct transaction_id) from open where transaction_id not in (select transaction_id from owed)
        ))::int as due,
        (select count(*) from owed)::int as owed
      from target
    )
    select due, due - owed as delivered, (select count(*) from open)::int as waiting,
      (select count(*) from open where has_failed)::int as retrying, (select count(*) from given_up)::int as failed
    from counted`;
  return figures ?? { due: 0, delivered: 0, waiting: 0, retrying: 0, failed: 0 };
}
