import type { Db } from "@/lib/db/client";

/**
 * Whether the bank has taken back the payment that `exceptions e` is about. Probed once for each exception: PostgreSQL may
 * answer an `exists` in a select list by reading all reversals.
 */
export const isReversed = ({ sql }: Db) => sql`
  coalesce((select true from reversals r where r.mode = e.mode and r.bank_connection_id = e.bank_connection_id
    and r.payment_key = e.subject and r.stage = 'completed' limit 1), false)`;
