import type { Db } from "@/lib/db/client";
import { isSendingAllowed } from "../pause";
import { type ClaimedDelivery, leaseMs } from "./claim";
import { type FreeSlots, INITIAL_LIMIT, listFullDestinations } from "./concurrency-limits";
import { secretsOf } from "./secrets-query";

/** Which events the recording statement may lease to this process's sender as it inserts them. */
export interface ImmediateSend {
  /** The length of the lease; 0 if no sender runs or it has no free slot. */
  leaseMs: number;
  /** The webhook endpoints and origins that have no free slot. */
  fullDestinations: string[];
}

/** Its values in the recording statement. */
export interface ImmediateSendValues {
  leaseMs: number;
  /** A JSON array. */
  fullDestinations: string;
}

/** Leases nothing: every event waits to be claimed. */
export const NO_IMMEDIATE_SEND: ImmediateSend = { leaseMs: 0, fullDestinations: [] };

/** Returns the events that a sender with these free slots accepts. */
export function toImmediateSend(room: FreeSlots): ImmediateSend {
  return room.slots > 0
    ? { leaseMs: leaseMs(), fullDestinations: listFullDestinations(room) }
    : NO_IMMEDIATE_SEND;
}

/** What the recording statement returns about the event of a row. */
export interface RecordedEvent {
  /** Whether it, or an event of an organisation-wide endpoint, is due and must be claimed by a sender. */
  isEventDue: boolean;
  /** Its lease, if it was leased to this process's sender. */
  leasedEvent: Pick<
    ClaimedDelivery,
    "endpointId" | "url" | "origin" | "body" | "storedSecrets" | "storedHeaders"
  > | null;
}

/**
 * The parts of the recording statement that lease the events of a `webhook_url` to this process's sender as they are
 * inserted, so that it skips the claim. With `RecordedEvent` and `sendRecordedEvent` this is all that recording contains of the sender. The statement
 * has a query `fresh` (delivery_id, webhook_endpoint_id, position) and inserts the events in a query `queued` that returns
 * delivery_id and body.
 */
export function immediateSendQueries({ sql }: Db, { leaseMs: forMs, fullDestinations }: ImmediateSendValues) {
  return {
    /**
     * The query `leased_event`: at most four events per endpoint, the limit of a new one; none of an endpoint that is
     * failing, backing off or paused; none while sending is paused.
     */
    leasedEvent: sql`leased_event as materialized (
      select e.id as webhook_endpoint_id, e.url, e.origin, e.headers, delivery_id,
        clock_timestamp() + ${forMs} * interval '1 millisecond' as leased_to, array(${secretsOf({ sql })}) as secrets
      from (
        select delivery_id, webhook_endpoint_id, row_number() over (partition by webhook_endpoint_id order by position) as nth
        from fresh where ${forMs} > 0 and webhook_endpoint_id is not null
      ) candidate
      cross join lateral (select * from webhook_endpoints where id = candidate.webhook_endpoint_id limit 1) e
      where nth <= ${INITIAL_LIMIT} and health = 'healthy' and next_probe_at is null and ${isSendingAllowed(sql)}
        and not array[e.id, e.origin] && array(select json_array_elements_text(${fullDestinations}::json))
    )`,
    /** The values of `due_at` and `attempt_count`, where `leased_event` is joined as `h`. */
    lease: sql`coalesce(h.leased_to, clock_timestamp()), (h.leased_to is not null)::int`,
    /** A query that notifies the senders of all processes if an event waits to be claimed. */
    notify: sql`select pg_notify('takings_events', '')
      where (select count(*) from queued) > (select count(*) from leased_event)`,
    /** The columns of `RecordedEvent` of a row of `fresh`, joined as `f`, and the joins that they need. */
    columns: sql`coalesce(f.webhook_endpoint_id is not null and h.delivery_id is null, false)
        or (select count(*) from queued) > (select count(*) from fresh where webhook_endpoint_id is not null) as is_event_due,
      case when h.delivery_id is not null then json_build_object('endpointId', h.webhook_endpoint_id, 'url', h.url,
        'origin', h.origin, 'body', q.body, 'storedSecrets', h.secrets, 'storedHeaders', h.headers) end as leased_event`,
    joins: sql`left join leased_event h on h.delivery_id = f.delivery_id
    left join queued q on q.delivery_id = h.delivery_id`,
  };
}
