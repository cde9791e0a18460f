import type { Db } from "@/lib/db/client";

/** A condition on `exceptions e`: the bank has taken the payment that the exception is about back. */
export const isReversed = ({ sql }: Db) => sql`
  exists (select from reversals r where r.mode = e.mode and r.bank_connection_id = e.bank_connection_id
    and r.payment_key = e.subject and r.stage = 'completed')`;
