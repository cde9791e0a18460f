import type { Id } from "@/lib/core/ids";
import { systemDb } from "@/lib/db/client";

/** A payment is asked for from this age: no documented cycle is shorter than the evening of the same day. */
const MIN_AGE_HOURS = 12;
/** After this time a settlement is no longer asked for; the payment stays marked as overdue. */
const MAX_AGE_DAYS = 30;

/**
 * Lists the keys of live payments of a connection that are successful and not settled, except those given; the oldest of each
 * session first. Reads only sessions whose totals have unsettled amounts.
 */
export async function listUnsettledPayments(
  connectionId: Id<"bankConnection">,
  except: ReadonlySet<string>,
  limit: number,
): Promise<string[]> {
  const rows = await systemDb().sql<{ paymentKey: string }[]>`
    with awaiting as (
      select session_id from (
        select session_id, sum(amount) as amount from session_totals where mode = 'live' and status = 'successful' group by 1
        union all
        select session_id, -sum(amount) from settlement_totals where mode = 'live' group by 1) t
      group by session_id having sum(amount) > 0
    )
    select t.payment_key from awaiting a
    cross join lateral (
      select payment_key from transactions
      where session_id = a.session_id and status = 'successful' and settled_on is null
        and bank_connection_id = ${connectionId}
        and paid_at between now() - make_interval(days => ${MAX_AGE_DAYS}) and now() - make_interval(hours => ${MIN_AGE_HOURS})
        and payment_key <> all(${[...except]})
      order by sequence limit ${limit}) t
    limit ${limit}`;
  return rows.map(({ paymentKey }) => paymentKey);
}
