import type { Db } from "@/lib/db/client";

/**
 * The SQL expression of the status of an expected payment `e` whose payments add up to `paid`, at this moment. `amount`
 * and the reserved amount differ by less than a naira: either of them, and what is between, pays it in full.
 */
export function statusExpression({ sql }: Pick<Db, "sql">, paid: ReturnType<Db["sql"]>) {
  return sql`case
    when ${paid} > greatest(e.amount, e.amount_to_pay) then 'overpaid'
    when ${paid} >= least(e.amount, e.amount_to_pay) then 'paid'
    when e.expires_at <= clock_timestamp() then 'expired'
    when ${paid} > 0 then 'underpaid'
    else 'awaiting' end`;
}
