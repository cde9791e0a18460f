import type { Id } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/scope";
import { type Db, systemDb, systemDbByIndex } from "@/lib/db/client";
import { env } from "@/lib/env";
import type { Sendable } from "../attempts/attempt";
import { isSendingAllowed } from "../pause";
import { type FreeSlots, INITIAL_LIMIT, listFullDestinations, MAX_PER_ORIGIN } from "./concurrency-limits";
import { dueEndpoints } from "./due-endpoints-query";
import { orderQueries } from "./order";
import { secretsOf } from "./secrets-query";

/** The time to record the result of the longest attempt, before another sender may claim the event. */
const LEASE_MARGIN_MS = 15_000;

/** An event that only this sender may send until its lease expires. */
export interface ClaimedDelivery extends Omit<Sendable, "secrets" | "headers"> {
  /** The signing secrets in force, encrypted as stored; newest first. */
  storedSecrets: readonly string[];
  /** The endpoint's custom headers, encrypted as stored; null if it has none. */
  storedHeaders: string | null;
  sessionId: Id<"session">;
  organisationId: Id<"organisation">;
  mode: Mode;
  endpointId: Id<"webhookEndpoint">;
  /** Scheme, host and port of the destination. */
  origin: string;
  /** The number of the attempt that it was claimed for, from 1. */
  attemptNumber: number;
  /** How many of the earlier attempts the retry schedule does not count. */
  uncountedAttempts: number;
  /** The `traceparent` of what it reports; null without tracing. */
  traceparent: string | null;
  /** Whether it is sent alone, as a probe of a failing endpoint. */
  isProbe: boolean;
  /** Whether its status is not final: the event of the final status waits for the first attempt of this one. */
  isInterim: boolean;
}

/** The length of a lease: the longest attempt, and the time to record it. */
export const leaseMs = () => env().webhookTimeoutMs + LEASE_MARGIN_MS;

/** The columns are rounded to milliseconds, so an event that is due now may appear to be due in one millisecond. */
const soon = ({ sql }: Db) => sql`(now() + interval '1 millisecond')`;

/**
 * Returns the statement that claims due events. Each is leased to this sender; when the lease expires, it is due again,
 * so a sender that dies loses nothing. Rows that another sender is claiming are skipped.
 *
 * Steps: list the endpoints that have due events and may be sent to; pick from both ends of each queue, the oldest and
 * the newest alternately, so that a backlog drains without delaying new events; distribute round-robin, one event per
 * endpoint and per origin at a time, those with the most free slots first; keep each transaction's order
 * (`orderQueries`); lock and lease. A failing endpoint, or one that is backing off, gets one event as a probe, and the
 * same statement moves its next probe time, so that no other sender probes it too. Reads use `webhook_deliveries_due` and
 * scan no more rows than they claim.
 */
export function claimStatement(db: Db, room: FreeSlots) {
  const { sql } = db;
  const lease = sql`(clock_timestamp() + ${leaseMs()} * interval '1 millisecond')`;
  return sql<ClaimedDelivery[]>`
    with recursive ${dueEndpoints(db)}, endpoint_slots as materialized (
      select * from json_to_recordset(${JSON.stringify(room.endpoints)}::json) as endpoint_slots (id text, room int)
    ), origin_slots as materialized (
      select * from json_to_recordset(${JSON.stringify(room.origins)}::json) as origin_slots (origin text, room int)
    ), ready as materialized (
      select e.id as webhook_endpoint_id, e.origin, e.next_probe_at is not null as is_probe, share.room,
        coalesce(origin_slots.room, ${MAX_PER_ORIGIN}) as origin_room,
        -- A single slot goes to either end at random; otherwise the newest event would never get it.
        case when e.next_probe_at is not null then 1 else (share.room + round(random())::int) / 2 end as oldest
      from waiting join webhook_endpoints e on e.id = waiting.webhook_endpoint_id
      left join endpoint_slots on endpoint_slots.id = e.id left join origin_slots on origin_slots.origin = e.origin,
        lateral (select least(coalesce(endpoint_slots.room, ${INITIAL_LIMIT}), coalesce(origin_slots.room, ${MAX_PER_ORIGIN})) as room) share
      where waiting.due_at <= ${soon(db)} and e.health <> 'paused'
        and (e.next_probe_at is null or e.next_probe_at <= ${soon(db)}) and share.room > 0
    ), due as (
      select ready.*, row, place from ready cross join lateral (
        select row, min(place) as place from (
          (select ctid as row, 2 * row_number() over (order by due_at) as place from webhook_deliveries
            where state = 'pending' and webhook_deliveries.webhook_endpoint_id = ready.webhook_endpoint_id and due_at <= ${soon(db)}
            order by due_at limit oldest)
          union all
          (select ctid as row, 2 * row_number() over (order by due_at desc) + 1 as place from webhook_deliveries
            where state = 'pending' and webhook_deliveries.webhook_endpoint_id = ready.webhook_endpoint_id and due_at <= ${soon(db)}
            order by due_at desc limit case when is_probe then 0 else room - oldest end)
        ) ends group by row
      ) found
    ), picked as materialized (
      select row, webhook_endpoint_id, is_probe from (
        select due.*, row_number() over (partition by origin order by place, random()) as nth from due
      ) ranked
      where nth <= origin_room order by nth - origin_room, random() limit ${room.slots}
    ), ${orderQueries(db, soon(db), lease)}, probing as materialized (
      select id from webhook_endpoints
      where id in (select webhook_endpoint_id from turn where is_probe) and next_probe_at <= ${soon(db)}
      for no key update skip locked
    ), locked as materialized (
      select d.ctid as row, is_probe from turn join webhook_deliveries d on d.ctid = turn.row
      where d.state = 'pending' and d.due_at <= ${soon(db)}
        and (not is_probe or d.webhook_endpoint_id in (select id from probing))
      for update of d skip locked
    ), claimed as (
      update webhook_deliveries d set attempt_count = attempt_count + 1, due_at = ${lease}, changed_at = clock_timestamp()
      from locked where d.ctid = locked.row
      returning d.*, is_probe
    ), postponed_probe as (
      update webhook_endpoints set next_probe_at = ${lease} where id in (select webhook_endpoint_id from claimed where is_probe)
    )
    select c.id, session_id, c.organisation_id, c.mode, url, body, webhook_endpoint_id as endpoint_id, origin,
      attempt_count as attempt_number, uncounted_attempts, traceparent, is_probe,
      coalesce(transaction_status = 'pending', false) as is_interim, array(${secretsOf(db)}) as stored_secrets, headers as stored_headers
    from claimed c join webhook_endpoints e on e.id = c.webhook_endpoint_id`;
}

/** Claims due events with `claimStatement`. */
export async function claimDueDeliveries(room: FreeSlots): Promise<ClaimedDelivery[]> {
  return claimStatement(systemDbByIndex(), room);
}

/** Releases claimed events for which there is no free slot. They are due at once, as if never claimed. */
export async function releaseDeliveries(claimed: readonly ClaimedDelivery[]): Promise<void> {
  const rows = claimed.map(({ sessionId, id, attemptNumber }) => ({
    session_id: sessionId,
    id,
    attemptNumber,
  }));
  await systemDbByIndex().sql`
    update webhook_deliveries d set attempt_count = attempt_count - 1, due_at = clock_timestamp(), changed_at = clock_timestamp()
    from json_to_recordset(${JSON.stringify(rows)}::json) as back (session_id text, id text, "attemptNumber" int)
    where d.session_id = back.session_id and d.id = back.id and d.attempt_count = back."attemptNumber"
      and d.state = 'pending'`;
}

/** When the next event can be claimed. */
export interface NextDue {
  /** Milliseconds until the next event may be sent; 0 or less if one is due, `null` if none is waiting. */
  waitMs: number | null;
  /** Whether events are due at endpoints or origins that have no free slot. */
  isHeldUp: boolean;
}

/** Computes when the next event is due. Leaves out full endpoints and origins, and paused endpoints. */
export async function getNextDue(room: FreeSlots): Promise<NextDue> {
  const db = systemDbByIndex();
  const [outlook] = await db.sql<NextDue[]>`
    with recursive ${dueEndpoints(db)}
    select min(wait_ms) filter (where not is_full) as "waitMs",
      coalesce(bool_or(is_full and wait_ms <= 0), false) as "isHeldUp"
    from (
      select array[id, origin] && array(select json_array_elements_text(${JSON.stringify(listFullDestinations(room))}::json)) as is_full,
        (extract(epoch from greatest(due_at, next_probe_at) - clock_timestamp()) * 1000)::float8 as wait_ms
      from waiting join webhook_endpoints on webhook_endpoints.id = webhook_endpoint_id where health <> 'paused'
    ) next`;
  return outlook ?? { waitMs: null, isHeldUp: false };
}

/**
 * Counts the events that are due and not being sent. A failing endpoint, or one that is backing off, counts as one event
 * when its probe is due. Returns 0 while sending is paused.
 */
export async function countDueDeliveries(): Promise<number> {
  const { sql } = systemDb();
  const [due] = await sql<{ count: number }[]>`
    select coalesce(sum(case when e.next_probe_at is null then due.count else 1 end), 0)::int as count
    from (select webhook_endpoint_id, count(*) from webhook_deliveries where state = 'pending' and due_at <= now() group by 1) due
    join webhook_endpoints e on e.id = webhook_endpoint_id and health <> 'paused' and (next_probe_at is null or next_probe_at <= now())
    where ${isSendingAllowed(sql)}`;
  return due?.count ?? 0;
}
