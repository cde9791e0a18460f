import { systemDbByIndex } from "@/lib/db/client";
import { env } from "@/lib/env";
import { leaseMs } from "./claim";
import { dueEndpoints } from "./due-endpoints-query";

/** A timestamp further in the future than this was written before the clock was set back; less is rounding or drift. */
const TOLERANCE = "1 minute";

/**
 * Restarts the waits of events and endpoints after the database's clock was set back, so that none waits longer than was
 * planned. Without this, an event that was due at once would be due only when the clock reaches the old time again.
 * Reads only rows that are not due yet, through `webhook_deliveries_due`. A clock that is set forward ends every wait and
 * needs no correction: a failing endpoint still gets one event at a time.
 */
export async function detectClockRollback(): Promise<void> {
  const longestMs = Math.max(leaseMs(), 2 * Math.max(...env().webhookRetryScheduleMs));
  const db = systemDbByIndex();
  const { sql } = db;
  const threshold = sql`(clock_timestamp() + ${TOLERANCE}::interval)`;
  await sql`
      with recursive ${dueEndpoints(db)}, put_off as materialized (
        select found.* from waiting cross join lateral (
          select session_id, id, greatest(interval '0', due_at - coalesce(changed_at, created_at)) as wait
          from webhook_deliveries
          where state = 'pending' and webhook_endpoint_id = waiting.webhook_endpoint_id and due_at > ${threshold}
            and coalesce(changed_at, created_at) > ${threshold}
          for update skip locked
        ) found
      ), asked as (
        update webhook_endpoints set next_probe_at = clock_timestamp()
        where next_probe_at > ${threshold} and (failed_at > ${threshold} or next_probe_at > clock_timestamp() + ${longestMs} * interval '1 millisecond')
      )
      update webhook_deliveries d set due_at = clock_timestamp() + wait, changed_at = clock_timestamp()
      from put_off where d.session_id = put_off.session_id and d.id = put_off.id`;
}
