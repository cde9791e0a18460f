import type { Id } from "@/lib/core/ids";
import { systemDb } from "@/lib/db/client";

/** A payment is asked for from this age: no documented cycle is shorter than the evening of the same day. */
const MIN_AGE_HOURS = 12;
/** After this time a settlement is no longer asked for; the payment stays marked as overdue. */
const MAX_AGE_DAYS = 30;

/**
 * Returns the key of a live payment of a connection that is successful and not settled, except those given; `undefined` if
 * there is none. The choice is random, so that payments without an answer of the bank never keep the others from being
 * asked for. Reads only sessions whose totals have unsettled amounts, one after the other until one has such a payment.
 */
export async function pickUnsettledPayment(
  connectionId: Id<"bankConnection">,
  except: ReadonlySet<string>,
): Promise<string | undefined> {
  const [picked] = await systemDb().sql<{ paymentKey: string }[]>`
    with awaiting as (
      select session_id from (
        select session_id, sum(amount) as amount from session_totals where mode = 'live' and status = 'successful' group by 1
        union all
        select session_id, -sum(amount) from settlement_totals where mode = 'live' group by 1) t
      group by session_id having sum(amount) > 0
      order by random()
    )
    select t.payment_key from awaiting a
    cross join lateral (
      select payment_key from transactions
      where session_id = a.session_id and status = 'successful' and settled_on is null
        and bank_connection_id = ${connectionId}
        and paid_at between now() - make_interval(days => ${MAX_AGE_DAYS}) and now() - make_interval(hours => ${MIN_AGE_HOURS})
        and payment_key <> all(${[...except]})
      order by random() limit 1) t
    limit 1`;
  return picked?.paymentKey;
}
