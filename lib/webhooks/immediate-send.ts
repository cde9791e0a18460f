import type { Db } from "@/lib/db/client";
import { leaseMs } from "./claim";
import { FIRST_LIMIT, type FreeSlots, fullPlaces } from "./concurrency-limits";
import { isSendingAllowed } from "./pause";

/** What recording may hand to this process's sender as it writes. */
export interface ImmediateSend {
  /** How long an event is then this sender's; 0 where there is none. */
  leaseMs: number;
  /** The endpoints and origins that have no room. */
  full: string[];
}

/** Nothing is handed over: every event waits to be claimed. */
export const NO_IMMEDIATE_SEND: ImmediateSend = { leaseMs: 0, full: [] };

/** What a sender with this room would take. */
export function immediateSendTo(room: FreeSlots): ImmediateSend {
  return room.slots > 0 ? { leaseMs: leaseMs(), full: fullPlaces(room) } : NO_IMMEDIATE_SEND;
}

/**
 * The query `handed`: which of the events in `fresh` (delivery_id, endpoint_id, position) are born
 * leased and go at once, without a claim: at most four an endpoint, for the rest may find no room; none to one that is
 * failing, resting or paused, and none at all while sending is paused.
 */
export const immediateSendQuery = ({ sql }: Db, { leaseMs: forMs, full }: ImmediateSend) => sql`
  handed as materialized (
    select e.id as endpoint_id, e.url, e.origin, delivery_id,
      clock_timestamp() + ${forMs} * interval '1 millisecond' as leased_to,
      array(select secret from signing_secrets k
        where k.organisation_id = e.organisation_id and (retires_at is null or retires_at > now())
        order by retires_at desc nulls first, id desc) as secrets
    from (
      select delivery_id, endpoint_id, row_number() over (partition by endpoint_id order by position) as nth
      from fresh where ${forMs} > 0 and endpoint_id is not null
    ) born
    cross join lateral (select * from endpoints where id = born.endpoint_id limit 1) e
    where nth <= ${FIRST_LIMIT} and health = 'healthy' and probe_at is null and ${isSendingAllowed(sql)}
      and not array[e.id, e.origin] && array(select json_array_elements_text(${JSON.stringify(full)}::json))
  )`;
