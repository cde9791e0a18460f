import type { Id } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { env } from "@/lib/env";
import type { Sendable } from "./attempt";
import { throughIndexes } from "./through-indexes";

/** Time for a result to be recorded after the longest try, before another sender may take the event. */
const LEASE_MARGIN_MS = 15_000;

/** An event that this sender alone may send until its lease ends. */
export interface ClaimedDelivery extends Sendable {
  sessionId: Id<"session">;
  organisationId: Id<"organisation">;
  mode: Mode;
  /** The number of the try it was claimed for; the first is 1. */
  attemptNumber: number;
}

/**
 * Claims up to `limit` events that are due, the longest due first. Each is then this sender's until its lease ends,
 * after which it is due again: a sender that dies loses nothing. What another sender is claiming is passed over.
 * One read through `deliveries_due`, with the organisations' signing secrets. The columns hold whole milliseconds,
 * rounded, so that what is due now may seem to be due in a millisecond.
 */
export async function claimDueDeliveries(limit: number): Promise<ClaimedDelivery[]> {
  const leaseMs = env().webhookTimeoutMs + LEASE_MARGIN_MS;
  return throughIndexes(
    async ({ sql }) => sql<ClaimedDelivery[]>`
    with recursive waiting as (
      (select endpoint_id from deliveries where state = 'pending' order by endpoint_id limit 1)
      union all
      select (select next.endpoint_id from deliveries next
        where next.state = 'pending' and next.endpoint_id > waiting.endpoint_id order by next.endpoint_id limit 1)
      from waiting where endpoint_id is not null
    ), due as materialized (
      select found.* from waiting cross join lateral (
        select session_id, id from deliveries
        where state = 'pending' and deliveries.endpoint_id = waiting.endpoint_id
          and due_at <= now() + interval '1 millisecond'
        order by due_at limit ${limit} for update skip locked
      ) found limit ${limit}
    ), claimed as (
      update deliveries
      set attempt_count = attempt_count + 1, due_at = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
      from due where deliveries.session_id = due.session_id and deliveries.id = due.id
      returning deliveries.*
    ), keys as (
      select organisation_id, array_agg(secret order by retires_at desc nulls first, id desc) as secrets
      from signing_secrets
      where organisation_id in (select organisation_id from claimed) and (retires_at is null or retires_at > now())
      group by organisation_id
    )
    select claimed.id, session_id as "sessionId", claimed.organisation_id as "organisationId", claimed.mode, url, body,
      attempt_count as "attemptNumber", coalesce(secrets, '{}') as secrets
    from claimed join endpoints on endpoints.id = claimed.endpoint_id
    left join keys on keys.organisation_id = claimed.organisation_id`,
  );
}

/** How long until the next event is due, in milliseconds; 0 or less where one is, `undefined` where none is waiting. */
export async function nextDueInMs(): Promise<number | undefined> {
  const [next] = await systemDb().sql<{ waitMs: number }[]>`
    select (extract(epoch from due_at - clock_timestamp()) * 1000)::float8 as "waitMs"
    from deliveries where state = 'pending' order by due_at limit 1`;
  return next?.waitMs;
}

/** How many events are due now and not being sent. */
export async function countDueDeliveries(): Promise<number> {
  const [due] = await systemDb().sql<{ count: number }[]>`
    select count(*)::int as count from deliveries where state = 'pending' and due_at <= now()`;
  return due?.count ?? 0;
}
