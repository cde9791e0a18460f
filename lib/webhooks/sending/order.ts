import type { PendingQuery, Row } from "postgres";
import type { Id } from "@/lib/core/ids";
import type { Db } from "@/lib/db/client";

type Fragment = PendingQuery<Row[]>;

/** No attempt counts yet: none was made since the event was inserted or last replayed, or none had a result. */
const isUnattempted = ({ sql }: Db, row: string) =>
  sql`${sql(row)}.attempt_count = ${sql(row)}.uncounted_attempts`;

/** Its first counted attempt was claimed: it is in flight, or it is the last one so far. */
const isAtFirst = ({ sql }: Db, row: string) =>
  sql`${sql(row)}.attempt_count = ${sql(row)}.uncounted_attempts + 1`;

/**
 * The queries `turn` and `postponed` of a claim, which keep the order of one transaction's events (§6): the first
 * attempt of the event of a final status starts only after the first attempt of the event of `pending` at the same
 * endpoint has ended, with or without success, or its lease has expired. Retries block nothing. A replay starts over,
 * and an attempt that the service aborted or that got a 410 does not count.
 *
 * `turn` (row, webhook_endpoint_id, is_probe) lists the rows of `picked` that may be claimed. A row that waits for an
 * earlier event is replaced by that event if it is due. `postponed` moves every other waiting event to the end of the
 * earlier event's lease (`soon` and `lease` are the claim's own values), so that it takes no slot from events that may be
 * sent; `releaseWaitingEvents` makes it due earlier. Both rows are locked, and the earlier one must be unchanged since it was
 * read, so that no attempt can end unnoticed. `webhook_deliveries_event` finds the earlier event; events of `pending` and
 * events that were attempted need no lookup.
 */
export function orderQueries(db: Db, soon: Fragment, lease: Fragment) {
  const { sql } = db;
  return sql`
    candidate as materialized (
      select picked.*, earlier.* from picked join webhook_deliveries d on d.ctid = picked.row
      left join lateral (
        select e.ctid as earlier_row, e.due_at as earlier_due_at,
          ${isUnattempted(db, "e")} and e.due_at <= ${soon} as is_earlier_due
        from webhook_deliveries e
        where d.transaction_status <> 'pending' and ${isUnattempted(db, "d")} and e.session_id = d.session_id
          and e.transaction_id = d.transaction_id and e.transaction_status = 'pending'
          and e.webhook_endpoint_id = d.webhook_endpoint_id and e.state = 'pending'
          and (${isUnattempted(db, "e")} or ${isAtFirst(db, "e")} and e.due_at > ${soon} and not exists (
            select from webhook_attempts a
            where a.session_id = e.session_id and a.delivery_id = e.id and a.number = e.attempt_count))
        limit 1
      ) earlier on true
    ), turn as materialized (
      select coalesce(earlier_row, row) as row, webhook_endpoint_id, is_probe from candidate
      where earlier_row is null or is_earlier_due group by 1, 2, 3
    ), postponed as (
      update webhook_deliveries d set due_at = least(earlier_due_at, ${lease}), changed_at = clock_timestamp()
      from (
        select d.ctid as row, earlier_due_at from candidate
        join webhook_deliveries d on d.ctid = candidate.row join webhook_deliveries e on e.ctid = candidate.earlier_row
        where not is_earlier_due and d.state = 'pending' and d.due_at <= ${soon}
          and e.state = 'pending' and e.due_at = earlier_due_at
        for update of d, e skip locked
      ) blocked where d.ctid = blocked.row
    )`;
}

/** Selects the events of `pending` in `recorded` whose first attempt has just ended, as `Attempted`. */
export const selectAttempted = (db: Db) => db.sql`
  select id, session_id, transaction_id, webhook_endpoint_id as endpoint_id
  from recorded where transaction_status = 'pending' and ${isAtFirst(db, "recorded")}`;

/** An event of `pending` whose first attempt has ended, so that the event of the final status may be sent. */
export interface FirstAttempted {
  id: Id<"delivery">;
  sessionId: Id<"session">;
  transactionId: Id<"transaction">;
  endpointId: Id<"webhookEndpoint">;
}

/**
 * Makes the events that wait for these due now, and notifies the senders. Returns the ids of the attempted events that
 * others waited for. Must run after the attempts are committed: only then does it see every postponed event.
 */
export async function releaseWaitingEvents(
  db: Db,
  attempted: readonly FirstAttempted[],
): Promise<Id<"delivery">[]> {
  if (attempted.length === 0) return [];
  const released = await db.sql<{ id: Id<"delivery"> }[]>`
    update webhook_deliveries d set due_at = clock_timestamp(), changed_at = clock_timestamp()
    from json_to_recordset(${JSON.stringify(attempted)}::json) as earlier (
      id text, "sessionId" text, "transactionId" text, "endpointId" text)
    where d.session_id = earlier."sessionId" and d.transaction_id = earlier."transactionId"
      and d.transaction_status <> 'pending' and d.webhook_endpoint_id = earlier."endpointId"
      and d.state = 'pending' and ${isUnattempted(db, "d")} and d.due_at > clock_timestamp()
    returning earlier.id, pg_notify('takings_events', '')`;
  return released.map(({ id }) => id);
}
