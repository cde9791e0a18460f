import type { Id } from "@/lib/core/ids";
import { systemTx } from "@/lib/db/client";

/** Makes open pages read a payment's row again, after a change of its refunds, reversals or disputes. */
export function refreshPayment(transactionId: Id<"transaction">): Promise<void> {
  return systemTx(async ({ sql }) => {
    await sql`
      with state as (
        update session_states s set version = version + 1
        where session_id = (select session_id from transactions where id = ${transactionId})
        returning session_id, version
      ), changed as (
        update transactions t set updated_in_version = state.version from state
        where t.id = ${transactionId} returning t.session_id
      )
      select pg_notify('takings', session_id) from changed`;
  });
}
