import { setTimeout as sleep } from "node:timers/promises";
import { getScheduleState } from "@/lib/backup";
import { listReadableConnections } from "@/lib/catch-up";
import { describeError } from "@/lib/core/errors/describe-error";
import { systemTx } from "@/lib/db/client";
import { log } from "@/lib/log";
import { singleton } from "@/lib/process-singleton";

/** A value that is the same in every process, read from the database. */
export interface DatabaseGauge {
  name: "webhook_oldest_due" | "catch_up_lag" | "confirmation_oldest" | "backup_overdue";
  /** The health of the webhook endpoints that it is about; "" for the others. */
  health: string;
  seconds: number;
}

/** How long a result is used again: several collectors cost one read. */
const CACHE_MS = 4_000;
/** The server ends the query after this time. */
const STATEMENT_TIMEOUT_MS = 2_000;
/** A scrape waits no longer than this, also if the database hangs; Prometheus itself gives up after ten seconds. */
const ANSWER_TIMEOUT_MS = 3_000;

interface Cache {
  readAt: number;
  gauges: Promise<DatabaseGauge[] | undefined>;
}
const cached = singleton("database-gauges", () => ({ current: undefined as Cache | undefined }));

/**
 * Returns the values that are read from the database, at most four seconds old; undefined if it does not answer within
 * three seconds. Never rejects.
 */
export function getDatabaseGauges(): Promise<DatabaseGauge[] | undefined> {
  const { current } = cached;
  if (current && performance.now() - current.readAt < CACHE_MS) return current.gauges;
  const read = readGauges().catch((thrown) => {
    log.warn({ internal: describeError(thrown) }, "the metrics of the database could not be read");
    return undefined;
  });
  const gauges = Promise.race([read, sleep(ANSWER_TIMEOUT_MS, undefined, { ref: false })]);
  cached.current = { readAt: performance.now(), gauges };
  return gauges;
}

/**
 * Reads the gauges, those of payments and events in one statement. Its cost does not grow with the backlog: the earliest due
 * time of each webhook endpoint is one step in the index `webhook_deliveries_due`, and only unconfirmed payments are in
 * `payment_confirmations`.
 */
async function readGauges(): Promise<DatabaseGauge[]> {
  const connections = (await listReadableConnections()).map(({ id }) => id);
  const overdueSeconds = Math.max(0, (await getScheduleState())?.overdueSeconds ?? 0);
  const gauges = await systemTx(async ({ sql }) => {
    await sql`select set_config('statement_timeout', ${String(STATEMENT_TIMEOUT_MS)}, true),
      set_config('enable_sort', 'off', true)`;
    return sql<DatabaseGauge[]>`
      with recursive waiting as (
        (select webhook_endpoint_id, due_at from webhook_deliveries where state = 'pending'
          order by webhook_endpoint_id, due_at limit 1)
        union all
        select next.* from waiting cross join lateral (
          select webhook_endpoint_id, due_at from webhook_deliveries
          where state = 'pending' and webhook_endpoint_id > waiting.webhook_endpoint_id order by webhook_endpoint_id, due_at limit 1
        ) next
      ), gauges as (
        select 'webhook_oldest_due' as name, kind.health, (
          select min(due_at) from waiting join webhook_endpoints e on e.id = webhook_endpoint_id
          where e.health = kind.health) as since
        from unnest(array['healthy', 'failing', 'backing_off', 'paused']) as kind (health)
        union all
        select 'catch_up_lag', '', min(coalesce(completed_at, listed_until)) from bank_polls
        where bank_connection_id = any(${connections})
        union all
        select 'confirmation_oldest', '', min(created_at) from payment_confirmations
      )
      select name, health, greatest(0, coalesce(extract(epoch from clock_timestamp() - since), 0))::float8 as seconds
      from gauges`;
  });
  return [...gauges, { name: "backup_overdue", health: "", seconds: overdueSeconds }];
}
