import type { Db } from "@/lib/db/client";
import { paymentTime } from "@/lib/db/payment-time";

/** The latest payment made is among so many recorded last: notices overtake each other by few. */
const RECENT = 20;

/**
 * When a session's latest payment was made, over `session_counters c`; null while there is none. By the payment's own
 * time, as the live page has it, and not by when the bank told of it; a failed one counts only where there is no other.
 */
export const lastPaymentAt = (db: Db) => db.sql`
  case when c.last_number > 0 then coalesce((
    select max(${paymentTime(db)}) from transactions t
    where t.session_id = c.session_id and t.number > c.last_number - ${RECENT}::int and t.status <> 'failed'
  ), c.last_created_at) end`;
