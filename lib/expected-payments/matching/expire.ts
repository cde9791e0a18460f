import type { Id } from "@/lib/core/ids";
import { systemTx } from "@/lib/db/client";
import { incrementSessionVersion } from "@/lib/db/session-state";
import { recordUpdates } from "../event";
import { readTime } from "../status";
import { CHUNK_SIZE, lockMatching, matchChunk } from "./match-transactions";

/**
 * Stores that a session's due expected payments have expired, and records their events, after every payment recorded
 * before the expiry is matched: the session's state row is locked, so none is being recorded. Returns whether payments
 * were left to match, so that nothing has expired; false while another process matches the session.
 */
export function expireDue(sessionId: Id<"session">): Promise<boolean> {
  return systemTx(async (db) => {
    const { sql } = db;
    await sql`select from session_states where session_id = ${sessionId} for update`;
    const locked = await lockMatching(db, sessionId);
    if (!locked) return false;
    if ((await matchChunk(db, locked, CHUNK_SIZE)) >= CHUNK_SIZE) return true;
    const now = await readTime(db);
    const expired = await sql<{ id: Id<"expectedPayment"> }[]>`
      update expected_payments e set status = 'expired', updated_at = ${now}::timestamptz
      from expected_payment_progress p
      where p.session_id = ${sessionId} and e.session_id = ${sessionId} and e.expires_at > p.expired_through
        and e.expires_at <= date_trunc('milliseconds', ${now}::timestamptz) and e.status in ('awaiting', 'underpaid')
      returning e.id`;
    await sql`
      update expected_payment_progress set expired_through = date_trunc('milliseconds', ${now}::timestamptz)
      where session_id = ${sessionId}`;
    if (expired.length > 0) await incrementSessionVersion(db, locked, sessionId);
    const ids = expired.map(({ id }) => id);
    await recordUpdates(db, locked, ids);
    return false;
  });
}
