import type { Db } from "@/lib/db/client";
import { env } from "@/lib/env";
import type { EndpointResult } from "./attempt-outcome";

/** Failures in a row after which an endpoint counts as failing: one that is merely unlucky has its tries in between. */
const FAILURES_TO_FAIL = 5;
/** The longest wait before one event goes alone again: a receiver that is back has its events within half a minute. */
const LONGEST_PROBE_WAIT_MS = 30_000;
/** Nothing but failure for so long pauses an endpoint: about as long as the default schedule takes to give one event up. */
const PAUSE_AFTER_MS = 3 * 86_400_000;
/**
 * The time between two failures counts so far: the default schedule's longest wait. A clock that is set forward, or a
 * week without payments, is no week of failing.
 */
const LONGEST_GAP_MS = 86_400_000;
/** A wait is up to so much shorter, so that endpoints that failed together are not asked together. */
const JITTER = 0.2;

/**
 * The queries `told` and `judged`, which bring endpoints up to date with what tries said of them. A healthy endpoint
 * that stays so is not written, but once a minute: what is sent must not queue for its row. Rows are locked in the
 * order of their ids. A failing or resting endpoint is asked again after the schedule's own waits, at most 30 s each.
 */
export const healthQueries = ({ sql }: Db, tidings: EndpointResult[]) => sql`
  told as materialized (
    select e.id, e.health, e.health_since, e.pause_reason, e.probe_at, e.succeeded_at, word.ok, word.failures as new,
      word.is_gone, word.is_cut_short, word.rest_ms, word.probes as new_probes,
      e.health in ('failing', 'resting') and not word.ok as was_failing,
      case when word.ok then 0 else e.failures end + word.failures as failures,
      case when word.ok or word.failures = 0 or e.failures = 0 then 0
        else least(${LONGEST_GAP_MS}, greatest(0, extract(epoch from clock_timestamp() - e.failed_at) * 1000)) end as gap_ms,
      case when word.ok or e.failures = 0 then 0 else e.failing_ms end as failed_ms,
      case when word.failures > 0 then clock_timestamp() else e.failed_at end as failed_at,
      case when e.health in ('failing', 'resting') and not word.ok then e.probes + word.probes else 0 end as probes
    from json_to_recordset(${JSON.stringify(tidings)}::json) as word (endpoint_id text, ok boolean, failures int,
      probes int, rest_ms float8, is_gone boolean, is_cut_short boolean)
    join endpoints e on e.id = word.endpoint_id
    where word.failures > 0 or word.is_cut_short and e.probe_at is not null or word.ok and (
      e.failures > 0 or e.probe_at is not null or e.succeeded_at is null
      or e.succeeded_at not between clock_timestamp() - interval '1 minute' and clock_timestamp())
    order by e.id for no key update of e
  ), weighed as (
    select told.*, (failed_ms + gap_ms)::bigint as failing_ms, case
        when told.health = 'paused' or is_gone or failed_ms + gap_ms >= ${PAUSE_AFTER_MS} then 'paused'
        when rest_ms > 0 then 'resting'
        when failures >= ${FAILURES_TO_FAIL} then 'failing'
        when was_failing then told.health
        else 'healthy'
      end as turn,
      greatest(rest_ms, case when failures >= ${FAILURES_TO_FAIL} or was_failing then 
        least(${LONGEST_PROBE_WAIT_MS}, waits[least(probes + 1, cardinality(waits))]) * (1 - ${JITTER} * random())
      else 0 end) as wait_ms
    from told, (select string_to_array(${env().webhookRetryScheduleMs.join(",")}, ',')::float8[] as waits) schedule
  ), judged as (
    update endpoints e set
      health = turn,
      health_since = case when turn = e.health then e.health_since else clock_timestamp() end,
      pause_reason = case when turn = 'paused' then coalesce(e.pause_reason, case when is_gone then 'gone' else 'failing' end) end,
      probe_at = case
        when turn not in ('failing', 'resting') then null
        when was_failing and new = 0 then least(e.probe_at, clock_timestamp())
        when was_failing and new_probes = 0 and rest_ms = 0 then e.probe_at
        else clock_timestamp() + wait_ms * interval '1 millisecond'
      end,
      probes = weighed.probes, failures = weighed.failures, failed_at = weighed.failed_at,
      failing_ms = weighed.failing_ms,
      succeeded_at = case when ok then clock_timestamp() else e.succeeded_at end
    from weighed where e.id = weighed.id
  )`;
