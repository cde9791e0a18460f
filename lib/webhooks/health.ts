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
 * The SQL condition that a webhook endpoint `e` is failing, or was paused because it failed. One that is backing off may be
 * healthy: its receiver has asked for the wait.
 */
export const isFailing = ({ sql }: Db) =>
  sql`(e.health = 'failing' or coalesce(e.pause_reason in ('failing', 'gone'), false))`;

/**
 * The queries `reported` and `updated_endpoints`, which update webhook endpoints from the results of their attempts. The
 * row of an endpoint that stays healthy is written at most once a minute, so that attempts do not queue for its lock. Rows
 * are locked in the order of their ids. A failing endpoint, or one that is backing off, is probed again after the retry
 * schedule's waits, at most 30 s each.
 */
export const healthQueries = ({ sql }: Db, results: EndpointResult[]) => sql`
  reported as materialized (
    select e.id, e.health, e.health_since, e.pause_reason, e.next_probe_at, e.succeeded_at, result.ok, result.failures as new_failures,
      result.is_gone, result.is_aborted, result.retry_after_ms, result.failed_probes as new_probes,
      e.health in ('failing', 'backing_off') and not result.ok as was_failing,
      case when result.ok then 0 else e.failures end + result.failures as failures,
      case when result.ok or result.failures = 0 or e.failures = 0 then 0
        else least(${MAX_GAP_MS}, greatest(0, extract(epoch from clock_timestamp() - e.failed_at) * 1000)) end as gap_ms,
      case when result.ok or e.failures = 0 then 0 else e.failing_ms end as failed_ms,
      case when result.failures > 0 then clock_timestamp() else e.failed_at end as failed_at,
      case when e.health in ('failing', 'backing_off') and not result.ok then e.failed_probes + result.failed_probes else 0 end as failed_probes
    from json_to_recordset(${JSON.stringify(results)}::json) as result (webhook_endpoint_id text, ok boolean, failures int,
      failed_probes int, retry_after_ms float8, is_gone boolean, is_aborted boolean)
    join webhook_endpoints e on e.id = result.webhook_endpoint_id
    where result.failures > 0 or result.is_aborted and e.next_probe_at is not null or result.ok and (
      e.failures > 0 or e.next_probe_at is not null or e.succeeded_at is null
      or e.succeeded_at not between clock_timestamp() - interval '1 minute' and clock_timestamp())
    order by e.id for no key update of e
  ), evaluated as (
    select reported.*, (failed_ms + gap_ms)::bigint as failing_ms, case
        when reported.health = 'paused' or is_gone or failed_ms + gap_ms >= ${PAUSE_AFTER_MS} then 'paused'
        when retry_after_ms > 0 then 'backing_off'
        when failures >= ${FAILURES_TO_FAIL} then 'failing'
        when was_failing then reported.health
        else 'healthy'
      end as new_health,
      greatest(retry_after_ms, case when failures >= ${FAILURES_TO_FAIL} or was_failing then
        least(${MAX_PROBE_WAIT_MS}, waits[least(failed_probes + 1, cardinality(waits))]) * (1 - ${JITTER} * random())
      else 0 end) as wait_ms
    from reported, (select string_to_array(${env().webhookRetryScheduleMs.join(",")}, ',')::float8[] as waits) schedule
  ), updated_endpoints as (
    update webhook_endpoints e set
      health = new_health,
      health_since = case when new_health = e.health then e.health_since else clock_timestamp() end,
      pause_reason = case when new_health = 'paused' then coalesce(e.pause_reason, case when is_gone then 'gone' else 'failing' end) end,
      next_probe_at = case
        when new_health not in ('failing', 'backing_off') then null
        when was_failing and new_failures = 0 then least(e.next_probe_at, clock_timestamp())
        when was_failing and new_probes = 0 and retry_after_ms = 0 then e.next_probe_at
        else clock_timestamp() + wait_ms * interval '1 millisecond'
      end,
      failed_probes = evaluated.failed_probes, failures = evaluated.failures, failed_at = evaluated.failed_at,
      failing_ms = evaluated.failing_ms,
      succeeded_at = case when ok then clock_timestamp() else e.succeeded_at end
    from evaluated where e.id = evaluated.id
  )`;
