import type { Id } from "@/lib/core/ids";
import type { Kobo } from "@/lib/core/money";
import { systemDb } from "@/lib/db/client";
import type { SavedNotification } from "@/lib/exceptions";
import type { ExistingPayment } from "../status-update";

/** A payment that its bank is asked about. */
export interface UnconfirmedPayment extends ExistingPayment {
  provider: SavedNotification["provider"];
  mode: SavedNotification["mode"];
  bankConnectionId: SavedNotification["bankConnectionId"];
  paymentKey: string;
  amount: Kobo;
  /** The notification that recorded it. */
  notificationId: Id<"notification">;
  adapterVersion: number;
  body: Buffer;
  attemptCount: number;
  createdAt: Date;
  isOverdue: boolean;
}

/** Payments claimed at a time: those in flight and as many that wait for a free place. */
const BATCH = 40;
/** Lease on a claimed payment: longer than a log-in and two calls with their timeouts, for each of the waiting ones. */
const LEASE_SECONDS = 120;

/** Lists those of the connections that have a payment whose confirmation is due: one index probe each. */
export async function findDueConnections(
  connections: readonly Id<"bankConnection">[],
): Promise<Id<"bankConnection">[]> {
  const found = await systemDb().sql<{ id: Id<"bankConnection"> }[]>`
    select id from unnest(${[...connections]}::text[]) as id
    where exists (select from payment_confirmations where bank_connection_id = id and due_at <= clock_timestamp())`;
  return found.map(({ id }) => id);
}

/** Claims payments of a connection that its bank has not confirmed yet, oldest due time first. */
export function claimUnconfirmed(connection: Id<"bankConnection">): Promise<UnconfirmedPayment[]> {
  const { sql } = systemDb();
  return sql<UnconfirmedPayment[]>`
    update payment_confirmations c
    set due_at = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}), attempt_count = c.attempt_count + 1
    from transactions t join bank_notifications n on n.id = t.notification_id
    where t.id = c.transaction_id and t.session_id = c.session_id
      and (c.session_id, c.transaction_id) in (
        select session_id, transaction_id from payment_confirmations
        where bank_connection_id = ${connection} and due_at <= clock_timestamp()
        order by due_at for update skip locked limit ${BATCH})
    returning c.session_id, c.organisation_id, c.transaction_id,
      c.provider, c.mode, c.bank_connection_id, c.payment_key, t.amount,
      t.notification_id, n.adapter_version, n.body, c.attempt_count, c.created_at,
      c.is_overdue`;
}

/** Returns claimed payments that were not asked about; they are due again at `until`. */
export async function releaseClaims(payments: readonly UnconfirmedPayment[], until: Date): Promise<void> {
  if (payments.length === 0) return;
  await systemDb().sql`
    update payment_confirmations set due_at = ${until}, attempt_count = greatest(attempt_count - 1, 0)
    where (session_id, transaction_id) in (
      select * from unnest(${payments.map(({ sessionId }) => sessionId)}::text[],
        ${payments.map(({ transactionId }) => transactionId)}::text[]))`;
}
