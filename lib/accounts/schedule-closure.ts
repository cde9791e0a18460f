import { SANDBOX_CONNECTION } from "@/lib/bank";
import type { Id } from "@/lib/core/ids";
import type { Db } from "@/lib/db/client";
import { env } from "@/lib/env";

/**
 * Schedules the closing, at the bank, of the account that was opened for a session, `ACCOUNT_CLOSE_AFTER_DAYS` after its
 * close. Test accounts and attached ones are never closed. Runs in the SQL transaction that closes the session.
 */
export async function scheduleClosure(
  { sql }: Db,
  { sessionId, closedAt }: { sessionId: Id<"session">; closedAt: Date },
): Promise<void> {
  const { accountCloseAfterDays: days } = env();
  if (days === null) return;
  await sql`
    insert into account_closures (session_id, organisation_id, mode, bank_connection_id, account_number, closes_at, due_at)
    select session_id, organisation_id, mode, account_connection_id, account_number,
      ${closedAt}::timestamptz + make_interval(days => ${days}), ${closedAt}::timestamptz + make_interval(days => ${days})
    from sessions
    where session_id = ${sessionId} and account_number is not null and account_attached_at is null
      and account_connection_id <> ${SANDBOX_CONNECTION}
    on conflict (session_id) do nothing`;
}
