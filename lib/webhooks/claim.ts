import type { Id } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/scope";
import { type Db, systemDb, systemDbByIndex } from "@/lib/db/client";
import { env } from "@/lib/env";
import type { Sendable } from "./attempt";
import { FIRST_LIMIT, type FreeSlots, fullPlaces, MAX_PER_ORIGIN } from "./concurrency-limits";
import { dueEndpoints } from "./due-endpoints-query";
import { orderQueries } from "./order";
import { isSendingAllowed } from "./pause";

/** Time for a result to be recorded after the longest try, before another sender may take the event. */
const LEASE_MARGIN_MS = 15_000;

/** An event that this sender alone may send until its lease ends. */
export interface ClaimedDelivery extends Omit<Sendable, "secrets"> {
  /** The signing secrets in force as they are stored, encrypted; newest first. */
  storedSecrets: readonly string[];
  sessionId: Id<"session">;
  organisationId: Id<"organisation">;
  mode: Mode;
  endpointId: Id<"endpoint">;
  /** Scheme, host and port of where it goes. */
  origin: string;
  /** The number of the try it was claimed for; the first is 1. */
  attemptNumber: number;
  /** So many of the tries before this one the schedule does not count. */
  uncountedAttempts: number;
  /** Whether it goes alone, to find out how its endpoint is. */
  isProbe: boolean;
  /** Whether its status is not final: the event of the final status waits for the first attempt of this one. */
  isInterim: boolean;
}

/** How long an event is its claimer's: the longest try, and the time to record it. */
export const leaseMs = () => env().webhookTimeoutMs + LEASE_MARGIN_MS;

/** The columns hold whole milliseconds, rounded, so that what is due now may seem to be due in a millisecond. */
const soon = ({ sql }: Db) => sql`(now() + interval '1 millisecond')`;

/**
 * Claims events that are due. Each is then this sender's until its lease ends, after which it is due again: a sender
 * that dies loses nothing. What another sender is claiming is passed over.
 *
 * In order: walk through the endpoints that have something due and may be sent to; look at both ends of what each has,
 * the longest due and the newest in turn, so that a backlog drains without holding up what is new; deal them out,
 * one an endpoint and one an origin a turn, those with the most room first; keep each transaction's order
 * (`orderQueries`); lock, lease and hand over. An endpoint that is failing or resting gives one event, to find out how
 * it is, and its next such time moves on in the same statement, so that nobody else asks too. Reads go through
 * `deliveries_due`, and no further than they claim.
 */
export function claimStatement(db: Db, room: FreeSlots) {
  const { sql } = db;
  const lease = sql`(clock_timestamp() + ${leaseMs()} * interval '1 millisecond')`;
  return sql<ClaimedDelivery[]>`
    with recursive ${dueEndpoints(db)}, lane as materialized (
      select * from json_to_recordset(${JSON.stringify(room.endpoints)}::json) as lane (id text, room int)
    ), wide as materialized (
      select * from json_to_recordset(${JSON.stringify(room.origins)}::json) as wide (origin text, room int)
    ), ready as materialized (
      select e.id as endpoint_id, e.origin, e.probe_at is not null as is_probe, share.room,
        coalesce(wide.room, ${MAX_PER_ORIGIN}) as origin_room,
        -- A single place goes to either end by chance, or else the newest would never have it.
        case when e.probe_at is not null then 1 else (share.room + round(random())::int) / 2 end as oldest
      from waiting join endpoints e on e.id = waiting.endpoint_id
      left join lane on lane.id = e.id left join wide on wide.origin = e.origin,
        lateral (select least(coalesce(lane.room, ${FIRST_LIMIT}), coalesce(wide.room, ${MAX_PER_ORIGIN})) as room) share
      where waiting.due_at <= ${soon(db)} and e.health <> 'paused'
        and (e.probe_at is null or e.probe_at <= ${soon(db)}) and share.room > 0
    ), due as (
      select ready.*, row, place from ready cross join lateral (
        select row, min(place) as place from (
          (select ctid as row, 2 * row_number() over (order by due_at) as place from deliveries
            where state = 'pending' and deliveries.endpoint_id = ready.endpoint_id and due_at <= ${soon(db)}
            order by due_at limit oldest)
          union all
          (select ctid as row, 2 * row_number() over (order by due_at desc) + 1 as place from deliveries
            where state = 'pending' and deliveries.endpoint_id = ready.endpoint_id and due_at <= ${soon(db)}
            order by due_at desc limit case when is_probe then 0 else room - oldest end)
        ) ends group by row
      ) found
    ), picked as materialized (
      select row, endpoint_id, is_probe from (
        select due.*, row_number() over (partition by origin order by place, random()) as nth from due
      ) dealt
      where nth <= origin_room order by nth - origin_room, random() limit ${room.slots}
    ), ${orderQueries(db, soon(db), lease)}, probing as materialized (
      select id from endpoints
      where id in (select endpoint_id from turn where is_probe) and probe_at <= ${soon(db)}
      for no key update skip locked
    ), held as materialized (
      select d.ctid as row, is_probe from turn join deliveries d on d.ctid = turn.row
      where d.state = 'pending' and d.due_at <= ${soon(db)}
        and (not is_probe or d.endpoint_id in (select id from probing))
      for update of d skip locked
    ), claimed as (
      update deliveries d set attempt_count = attempt_count + 1, due_at = ${lease}, changed_at = clock_timestamp()
      from held where d.ctid = held.row
      returning d.*, is_probe
    ), asked as (
      update endpoints set probe_at = ${lease} where id in (select endpoint_id from claimed where is_probe)
    ), keys as materialized (
      select organisation_id, array_agg(secret order by retires_at desc nulls first, id desc) as secrets
      from signing_secrets
      where organisation_id in (select organisation_id from claimed) and (retires_at is null or retires_at > now())
      group by organisation_id
    )
    select c.id, session_id as "sessionId", c.organisation_id as "organisationId", c.mode, url, body,
      endpoint_id as "endpointId", origin, attempt_count as "attemptNumber",
      uncounted_attempts as "uncountedAttempts", is_probe as "isProbe",
      transaction_status = 'pending' as "isInterim", coalesce(secrets, '{}') as "storedSecrets"
    from claimed c join endpoints e on e.id = c.endpoint_id
    left join keys on keys.organisation_id = c.organisation_id`;
}

/** Claims events that are due, as `claimStatement` says. */
export async function claimDueDeliveries(room: FreeSlots): Promise<ClaimedDelivery[]> {
  return claimStatement(systemDbByIndex(), room);
}

/** Gives back what was claimed and finds no room: it is due at once, as if it had never been claimed. */
export async function releaseDeliveries(claimed: readonly ClaimedDelivery[]): Promise<void> {
  const rows = claimed.map(({ sessionId, id, attemptNumber }) => ({
    session_id: sessionId,
    id,
    attemptNumber,
  }));
  await systemDbByIndex().sql`
    update deliveries d set attempt_count = attempt_count - 1, due_at = clock_timestamp(), changed_at = clock_timestamp()
    from json_to_recordset(${JSON.stringify(rows)}::json) as back (session_id text, id text, "attemptNumber" int)
    where d.session_id = back.session_id and d.id = back.id and d.attempt_count = back."attemptNumber"
      and d.state = 'pending'`;
}

/** When there will be something to claim. */
export interface Outlook {
  /** How long until the next event may go, in milliseconds; 0 or less where one may, `null` where none is waiting. */
  waitMs: number | null;
  /** Whether events are due where there is no room. */
  isHeldUp: boolean;
}

/** Looks ahead, leaving out what waits for room at its endpoint or origin, or for a person. */
export async function nextDue(room: FreeSlots): Promise<Outlook> {
  const db = systemDbByIndex();
  const [outlook] = await db.sql<Outlook[]>`
    with recursive ${dueEndpoints(db)}
    select min(wait_ms) filter (where not is_full) as "waitMs",
      coalesce(bool_or(is_full and wait_ms <= 0), false) as "isHeldUp"
    from (
      select array[id, origin] && array(select json_array_elements_text(${JSON.stringify(fullPlaces(room))}::json)) as is_full,
        (extract(epoch from greatest(due_at, probe_at) - clock_timestamp()) * 1000)::float8 as wait_ms
      from waiting join endpoints on endpoints.id = endpoint_id where health <> 'paused'
    ) next`;
  return outlook ?? { waitMs: null, isHeldUp: false };
}

/**
 * How many events may go now and are not being sent; of an endpoint that is failing or resting, one at its time. None
 * while sending is paused.
 */
export async function countDueDeliveries(): Promise<number> {
  const { sql } = systemDb();
  const [due] = await sql<{ count: number }[]>`
    select coalesce(sum(case when e.probe_at is null then due.count else 1 end), 0)::int as count
    from (select endpoint_id, count(*) from deliveries where state = 'pending' and due_at <= now() group by 1) due
    join endpoints e on e.id = endpoint_id and health <> 'paused' and (probe_at is null or probe_at <= now())
    where ${isSendingAllowed(sql)}`;
  return due?.count ?? 0;
}
