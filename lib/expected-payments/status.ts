import { assertDefined } from "@/lib/core/errors/assert";
import type { Db } from "@/lib/db/client";

/**
 * The SQL expression of the status of an expected payment `e` whose payments add up to `paid`, at the time `now`. `amount`
 * and the reserved amount differ by less than a naira: either of them, and what is between, pays it in full.
 */
export function statusExpression(
  { sql }: Pick<Db, "sql">,
  paid: ReturnType<Db["sql"]>,
  now = sql`clock_timestamp()`,
) {
  return sql`case
    when ${paid} > greatest(e.amount, e.amount_to_pay) then 'overpaid'
    when ${paid} >= least(e.amount, e.amount_to_pay) then 'paid'
    when e.expires_at <= ${now} then 'expired'
    when ${paid} > 0 then 'underpaid'
    else 'awaiting' end`;
}

/** Returns the database's time, as PostgreSQL writes it: a distributed database allows no UPDATE that reads the clock. */
export async function readTime({ sql }: Pick<Db, "sql">): Promise<string> {
  const [row] = await sql`select clock_timestamp()::text as now`;
  return String(assertDefined(row, "the query returns one row").now);
}
