import type { Id } from "@/lib/core/ids";
import { type Db, systemDb } from "@/lib/db/client";
import { createPollLoop } from "@/lib/poll-loop";

const INTERVAL_MS = 5_000;

/** Lets the waiting events of an endpoint that is being removed fail, inside the caller's SQL transaction. */
export const failWaiting = ({ sql }: Db, id: Id<"webhookEndpoint">) => sql`
  update webhook_deliveries set state = 'failed', changed_at = clock_timestamp()
  where state = 'pending' and webhook_endpoint_id = ${id}`;

/**
 * Lets the waiting events of removed endpoints fail: a payment that was being recorded while its endpoint was removed has
 * written its event after `failWaiting` looked, and nothing would ever send it. A loose index scan of
 * `webhook_deliveries_due`, one step per endpoint with waiting events. Returns how many events. Rejects if the database is
 * unreachable.
 */
export async function failEventsOfRemoved(): Promise<number> {
  const failed = await systemDb().sql`
    with recursive waiting as (
      (select webhook_endpoint_id as id from webhook_deliveries where state = 'pending' order by webhook_endpoint_id limit 1)
      union all
      select (select webhook_endpoint_id from webhook_deliveries
        where state = 'pending' and webhook_endpoint_id > waiting.id order by webhook_endpoint_id limit 1)
      from waiting where waiting.id is not null
    )
    update webhook_deliveries d set state = 'failed', changed_at = clock_timestamp()
    where d.state = 'pending' and d.webhook_endpoint_id in (
      select e.id from waiting join webhook_endpoints e using (id) where e.removed_at is not null)`;
  return failed.count;
}

const loop = createPollLoop(
  "removed-endpoints",
  INTERVAL_MS,
  failEventsOfRemoved,
  "events of removed endpoints could not be marked as failed",
);

/** Starts looking for waiting events of removed endpoints, every five seconds. */
export const startRemovedEndpoints = (): void => loop.start();

/** Stops looking for events of removed endpoints. */
export const stopRemovedEndpoints = (): void => void loop.stop();
