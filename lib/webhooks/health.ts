import type { Db } from "@/lib/db/client";
import { env } from "@/lib/env";
import type { EndpointResult } from "./attempts/attempt-outcome";

/** Consecutive failures after which an endpoint counts as failing. Occasional failures are interrupted by successes. */
const FAILURES_TO_FAIL = 5;
/** The longest wait between probes: a receiver that recovers gets its events within half a minute. */
const MAX_PROBE_WAIT_MS = 30_000;
/** Failing for this long pauses an endpoint: about as long as the default schedule takes until an event has failed. */
const PAUSE_AFTER_MS = 3 * 86_400_000;
/**
 * The most that the time between two failures adds to the failing time: the default schedule's longest wait. Otherwise a
 * clock set forward, or a week without payments, would count as a week of failing.
 */
const MAX_GAP_MS = 86_400_000;
/** A wait is shortened by up to this share, so that endpoints that failed together are not probed together. */
const JITTER = 0.2;

/**
 * The queries `told` and `judged`, which update webhook endpoints from the results of their attempts. The row of an
 * endpoint that stays healthy is written at most once a minute, so that attempts do not queue for its lock. Rows are
 * locked in the order of their ids. A failing endpoint, or one that is backing off, is probed again after the retry
 * schedule's waits, at most 30 s each.
 */
export const healthQueries = ({ sql }: Db, results: EndpointResult[]) => sql`
  told as materialized (
    select e.id, e.health, e.health_since, e.pause_reason, e.next_probe_at, e.succeeded_at, word.ok, word.failures as new,
      word.is_gone, word.is_cut_short, word.rest_ms, word.failed_probes as new_probes,
      e.health in ('failing', 'backing_off') and not word.ok as was_failing,
      case when word.ok then 0 else e.failures end + word.failures as failures,
      case when word.ok or word.failures = 0 or e.failures = 0 then 0
        else least(${MAX_GAP_MS}, greatest(0, extract(epoch from clock_timestamp() - e.failed_at) * 1000)) end as gap_ms,
      case when word.ok or e.failures = 0 then 0 else e.failing_ms end as failed_ms,
      case when word.failures > 0 then clock_timestamp() else e.failed_at end as failed_at,
      case when e.health in ('failing', 'backing_off') and not word.ok then e.failed_probes + word.failed_probes else 0 end as failed_probes
    from json_to_recordset(${JSON.stringify(results)}::json) as word (webhook_endpoint_id text, ok boolean, failures int,
      failed_probes int, rest_ms float8, is_gone boolean, is_cut_short boolean)
    join webhook_endpoints e on e.id = word.webhook_endpoint_id
    where word.failures > 0 or word.is_cut_short and e.next_probe_at is not null or word.ok and (
      e.failures > 0 or e.next_probe_at is not null or e.succeeded_at is null
      or e.succeeded_at not between clock_timestamp() - interval '1 minute' and clock_timestamp())
    order by e.id for no key update of e
  ), weighed as (
    select told.*, (failed_ms + gap_ms)::bigint as failing_ms, case
        when told.health = 'paused' or is_gone or failed_ms + gap_ms >= ${PAUSE_AFTER_MS} then 'paused'
        when rest_ms > 0 then 'backing_off'
        when failures >= ${FAILURES_TO_FAIL} then 'failing'
        when was_failing then told.health
        else 'healthy'
      end as turn,
      greatest(rest_ms, case when failures >= ${FAILURES_TO_FAIL} or was_failing then 
        least(${MAX_PROBE_WAIT_MS}, waits[least(failed_probes + 1, cardinality(waits))]) * (1 - ${JITTER} * random())
      else 0 end) as wait_ms
    from told, (select string_to_array(${env().webhookRetryScheduleMs.join(",")}, ',')::float8[] as waits) schedule
  ), judged as (
    update webhook_endpoints e set
      health = turn,
      health_since = case when turn = e.health then e.health_since else clock_timestamp() end,
      pause_reason = case when turn = 'paused' then coalesce(e.pause_reason, case when is_gone then 'gone' else 'failing' end) end,
      next_probe_at = case
        when turn not in ('failing', 'backing_off') then null
        when was_failing and new = 0 then least(e.next_probe_at, clock_timestamp())
        when was_failing and new_probes = 0 and rest_ms = 0 then e.next_probe_at
        else clock_timestamp() + wait_ms * interval '1 millisecond'
      end,
      failed_probes = weighed.failed_probes, failures = weighed.failures, failed_at = weighed.failed_at,
      failing_ms = weighed.failing_ms,
      succeeded_at = case when ok then clock_timestamp() else e.succeeded_at end
    from weighed where e.id = weighed.id
  )`;
