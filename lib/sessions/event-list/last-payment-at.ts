import type { Db } from "@/lib/db/client";
import { paymentTime } from "@/lib/db/payment-time";

/**
 * The latest payment is among this many most recently recorded ones, because notifications overtake each other by
 * only a few.
 */
const RECENT = 20;

/**
 * SQL for the time of a session's latest payment, over `session_states c`; null if there is none. Uses the payment's
 * own time, as the live page does, not the time of the notification; a failed payment counts only if there is no
 * other.
 */
export const lastPaymentAt = (db: Db) => db.sql`
  case when c.last_sequence > 0 then coalesce((
    select max(${paymentTime(db)}) from transactions t
    where t.session_id = c.session_id and t.sequence > c.last_sequence - ${RECENT}::int and t.status <> 'failed'
  ), c.last_created_at) end`;
