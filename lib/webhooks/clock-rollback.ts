import { systemDbByIndex } from "@/lib/db/client";
import { env } from "@/lib/env";
import { leaseMs } from "./claim";
import { dueEndpoints } from "./due-endpoints-query";

/** What was decided so far in the future was decided before the clock was set back; less is rounding, or drift. */
const TOLERANCE = "1 minute";

/**
 * Where the database's clock was set back, no event and no endpoint waits longer than it was to wait when that was
 * decided: the wait begins again now. Without it an event that was due at once would be due when the clock is back
 * where it was. Reads, through `deliveries_due`, only what is not due yet. A clock that is set forward ends every wait
 * at once and needs nothing: endpoints that fail still take one event at a time.
 */
export async function detectClockRollback(): Promise<void> {
  const longestMs = Math.max(leaseMs(), 2 * Math.max(...env().webhookRetryScheduleMs));
  const db = systemDbByIndex();
  const { sql } = db;
  const later = sql`(clock_timestamp() + ${TOLERANCE}::interval)`;
  await sql`
      with recursive ${dueEndpoints(db)}, put_off as materialized (
        select found.* from waiting cross join lateral (
          select session_id, id, greatest(interval '0', due_at - coalesce(changed_at, created_at)) as wait
          from deliveries
          where state = 'pending' and endpoint_id = waiting.endpoint_id and due_at > ${later}
            and coalesce(changed_at, created_at) > ${later}
          for update skip locked
        ) found
      ), asked as (
        update endpoints set probe_at = clock_timestamp()
        where probe_at > ${later} and (failed_at > ${later} or probe_at > clock_timestamp() + ${longestMs} * interval '1 millisecond')
      )
      update deliveries d set due_at = clock_timestamp() + wait, changed_at = clock_timestamp()
      from put_off where d.session_id = put_off.session_id and d.id = put_off.id`;
}
