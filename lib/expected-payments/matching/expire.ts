import type { Id } from "@/lib/core/ids";
import { systemTx } from "@/lib/db/client";
import { incrementSessionVersion } from "@/lib/db/session-state";
import { recordUpdates } from "../event";
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
    const expired = await sql<{ id: Id<"expectedPayment"> }[]>`
      with due as (
        update expected_payment_progress p set expired_through = date_trunc('milliseconds', clock_timestamp())
        from (select * from expected_payment_progress where session_id = ${sessionId}) old
        where p.session_id = old.session_id
        returning p.session_id, old.expired_through as since, p.expired_through as until
      )
      update expected_payments e set status = 'expired', updated_at = clock_timestamp()
      from due d
      where e.session_id = d.session_id and e.expires_at > d.since and e.expires_at <= d.until
        and e.status in ('awaiting', 'underpaid')
      returning e.id`;
    if (expired.length > 0) await incrementSessionVersion(db, locked, sessionId);
    const ids = expired.map(({ id }) => id);
    await recordUpdates(db, locked, ids);
    return false;
  });
}
