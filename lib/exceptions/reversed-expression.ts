import type { Db } from "@/lib/db/client";

/**
 * SQL expression: whether the bank took back the payment of `exceptions e`. A subquery with `limit 1` is probed once per
 * exception; for an `exists` in a select list PostgreSQL can scan all reversals.
 */
export const reversedExpression = ({ sql }: Db) => sql`
  coalesce((select true from reversals r where r.mode = e.mode and r.bank_connection_id = e.bank_connection_id
    and r.payment_key = e.correlation_key and r.stage = 'completed' limit 1), false)`;
