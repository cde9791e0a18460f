import type { Db } from "@/lib/db/client";
import { isSendingAllowed } from "../pause";

/**
 * The recursive query `waiting`: the webhook endpoints with pending events, also those not yet due, each with its earliest
 * due time. A loose index scan of `webhook_deliveries_due`: one index lookup per endpoint, regardless of how many events
 * are pending. Empty while sending is paused.
 */
export const dueEndpoints = ({ sql }: Db) => sql`
  waiting as (
    (select webhook_endpoint_id, due_at from webhook_deliveries
      where state = 'pending' and ${isSendingAllowed(sql)} order by webhook_endpoint_id, due_at limit 1)
    union all
    select next.* from waiting cross join lateral (
      select webhook_endpoint_id, due_at from webhook_deliveries
      where state = 'pending' and webhook_endpoint_id > waiting.webhook_endpoint_id order by webhook_endpoint_id, due_at limit 1
    ) next
  )`;
