import { type Db, systemTx } from "@/lib/db/client";

/**
 * Runs one statement with a plan that reads by index and in the index's order, whatever the statistics say. When a
 * burst has just been recorded they still speak of a small table, and PostgreSQL would rather read and sort the whole
 * backlog at each claim: with 20,000 events waiting that is 40 ms instead of one. Nor is the plan compiled: it would
 * take longer than it runs.
 */
export function throughIndexes<T>(statement: (db: Db) => Promise<T>): Promise<T> {
  return systemTx(async (db) => {
    // Both go down one connection, one behind the other; a statement that is not executed waits to be awaited.
    const settings = db.sql`
      select set_config('enable_sort', 'off', true), set_config('enable_seqscan', 'off', true),
        set_config('jit', 'off', true)`.execute();
    const [, result] = await Promise.all([settings, statement(db)]);
    return result;
  });
}

/**
 * The endpoints that have events waiting, each with its longest due one, as the recursive query `waiting`: a loose scan
 * of `deliveries_due`, a step an endpoint however many events wait.
 */
export const waitingEndpoints = ({ sql }: Db) => sql`
  waiting as (
    (select endpoint_id, due_at from deliveries where state = 'pending' order by endpoint_id, due_at limit 1)
    union all
    select next.* from waiting cross join lateral (
      select endpoint_id, due_at from deliveries
      where state = 'pending' and endpoint_id > waiting.endpoint_id order by endpoint_id, due_at limit 1
    ) next
  )`;
