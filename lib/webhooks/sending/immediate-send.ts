import type { Db } from "@/lib/db/client";
import { isSendingAllowed } from "../pause";
import { leaseMs } from "./claim";
import { type FreeSlots, INITIAL_LIMIT, listFullDestinations } from "./concurrency-limits";

/** Which events the recording statement may lease to this process's sender as it inserts them. */
export interface ImmediateSend {
  /** The length of the lease; 0 if no sender runs or it has no free slot. */
  leaseMs: number;
  /** The webhook endpoints and origins that have no free slot. */
  fullDestinations: string[];
}

/** Leases nothing: every event waits to be claimed. */
export const NO_IMMEDIATE_SEND: ImmediateSend = { leaseMs: 0, fullDestinations: [] };

/** Returns the events that a sender with these free slots accepts. */
export function toImmediateSend(room: FreeSlots): ImmediateSend {
  return room.slots > 0
    ? { leaseMs: leaseMs(), fullDestinations: listFullDestinations(room) }
    : NO_IMMEDIATE_SEND;
}

/**
 * The query `leased_event`: which of the events in `fresh` (delivery_id, webhook_endpoint_id, position) are inserted with a
 * lease already taken, so that the sender skips the claim. At most four per endpoint, the limit of a new one; none for an
 * endpoint that is failing, backing off or paused; none while sending is paused.
 */
export const immediateSendQuery = ({ sql }: Db, { leaseMs: forMs, fullDestinations }: ImmediateSend) => sql`
  leased_event as materialized (
    select e.id as webhook_endpoint_id, e.url, e.origin, delivery_id,
      clock_timestamp() + ${forMs} * interval '1 millisecond' as leased_to,
      array(select secret from signing_secrets k
        where k.organisation_id = e.organisation_id and (retires_at is null or retires_at > now())
        order by retires_at desc nulls first, id desc) as secrets
    from (
      select delivery_id, webhook_endpoint_id, row_number() over (partition by webhook_endpoint_id order by position) as nth
      from fresh where ${forMs} > 0 and webhook_endpoint_id is not null
    ) candidate
    cross join lateral (select * from webhook_endpoints where id = candidate.webhook_endpoint_id limit 1) e
    where nth <= ${INITIAL_LIMIT} and health = 'healthy' and next_probe_at is null and ${isSendingAllowed(sql)}
      and not array[e.id, e.origin] && array(select json_array_elements_text(${JSON.stringify(fullDestinations)}::json))
  )`;
