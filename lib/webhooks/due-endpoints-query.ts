import type { Db } from "@/lib/db/client";
import { isSendingAllowed } from "./pause";

/**
 * The endpoints that have events waiting, each with its longest due one, as the recursive query `waiting`: a loose scan
 * of `deliveries_due`, a step an endpoint however many events wait. None while sending is paused.
 */
export const dueEndpoints = ({ sql }: Db) => sql`
  waiting as (
    (select endpoint_id, due_at from deliveries
      where state = 'pending' and ${isSendingAllowed(sql)} order by endpoint_id, due_at limit 1)
    union all
    select next.* from waiting cross join lateral (
      select endpoint_id, due_at from deliveries
      where state = 'pending' and endpoint_id > waiting.endpoint_id order by endpoint_id, due_at limit 1
    ) next
  )`;
