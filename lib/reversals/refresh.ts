import type { Id } from "@/lib/core/ids";
import { systemTx } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { transactions } from "@/lib/db/schema";
import { notifySession } from "@/lib/db/session-state";

/** Makes open pages read a payment's row again, after a change of its refunds, reversals or disputes. */
export function refreshPayment(transactionId: Id<"transaction">): Promise<void> {
  return systemTx(async (db) => {
    const { sql } = db;
    const [found] = await sql<RowOf<typeof transactions, "sessionId" | "sequence">[]>`
      select session_id, sequence from transactions where id = ${transactionId}`;
    if (!found) return;
    const { sessionId, sequence } = found;
    await sql`
      with state as (
        update session_states set version = version + 1 where session_id = ${sessionId} returning version
      )
      update transactions t set updated_in_version = state.version from state
      where t.session_id = ${sessionId} and t.sequence = ${sequence}`;
    await notifySession(db, sessionId);
  });
}
