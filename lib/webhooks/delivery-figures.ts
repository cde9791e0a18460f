import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import type { Db } from "@/lib/db/client";
import { ownSessionCondition } from "@/lib/db/guard";

/** How the events of a session have fared. */
export interface DeliveryFigures {
  /** Payments of which the organiser's platform should know by now: all but those whose first try is not over. */
  due: number;
  /** Of those, the ones whose every event was answered well. */
  delivered: number;
  /** Events that are still to be sent, and those of them that have failed so far. */
  waiting: number;
  retrying: number;
  /** Events that were given up. */
  failed: number;
}

/** Over so many they are not counted one by one: "10,000" says enough. */
const MAX_COUNTED = 10_000;

/**
 * Counts how the events of a session have fared: the one rule for every screen that shows a rate of delivery, what waits
 * or what failed. It counts payments, not events, so that nothing but what is not delivered has to be looked at: that is
 * found by the sender's own indexes, at the same cost whatever the session took. None for a session that is not the
 * caller's or has no webhook address.
 */
export async function countDeliveries(
  db: Db,
  scope: Scope,
  sessionId: Id<"session">,
): Promise<DeliveryFigures> {
  const [figures] = await db.sql<DeliveryFigures[]>`
    with target as (
      select endpoint_id, last_number from sessions
      join (select * from session_counters where ${ownSessionCondition(db, scope, sessionId)}) c using (session_id)
      where endpoint_id is not null
    ), open as materialized (
      select d.transaction_id, coalesce(last.has_failed, false) as has_failed
      from (
        select session_id, id, transaction_id from deliveries
        where state = 'pending' and session_id = ${sessionId} and endpoint_id = (select endpoint_id from target)
        limit ${MAX_COUNTED}
      ) d
      left join lateral (
        select error is not null as has_failed from delivery_attempts a
        where a.session_id = d.session_id and a.delivery_id = d.id order by number desc limit 1
      ) last on true
    ), given_up as materialized (
      select transaction_id from deliveries
      where organisation_id = ${scope.organisationId} and mode = ${scope.mode} and state = 'failed'
        and session_id = ${sessionId}
      limit ${MAX_COUNTED}
    ), owed as (
      select transaction_id from open where has_failed union select transaction_id from given_up
    ), counted as (
      select (last_number - (
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
