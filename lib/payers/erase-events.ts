import type { Id } from "@/lib/core/ids";
import type { Db } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { webhookDeliveries } from "@/lib/db/schema";
import { type EventBodyRow, serializeEventBody } from "@/lib/transactions";

type Delivery = RowOf<typeof webhookDeliveries, "sessionId" | "id">;

/**
 * Writes the bodies of the events of these transactions again, whose payers are erased, and drops what receivers answered,
 * which can repeat the body. An event that is still to be sent is sent without the payer.
 */
export async function eraseEvents(
  db: Db,
  transactions: readonly { sessionId: Id<"session">; id: Id<"transaction"> }[],
): Promise<void> {
  if (transactions.length === 0) return;
  const rows = await db.sql<(EventBodyRow & { deliveryId: Id<"delivery"> })[]>`
    select d.id as delivery_id, d.transaction_status as status, t.session_id, t.id, t.amount, t.currency, t.channel,
      t.sender_name, t.sender_account, t.sender_bank, t.narration, t.paid_at
    from unnest(${transactions.map(({ sessionId }) => sessionId)}::text[], ${transactions.map(({ id }) => id)}::text[])
      as k(session_id, id)
    join webhook_deliveries d on d.session_id = k.session_id and d.transaction_id = k.id
    join transactions t on t.id = k.id and t.session_id = k.session_id`;
  const bodies = rows.map(({ deliveryId, ...row }) => ({
    sessionId: row.sessionId,
    id: deliveryId,
    body: serializeEventBody(row),
  }));
  await replaceBodies(db, bodies);
}

/** Stores other bodies of events, and drops what receivers answered to the earlier ones. */
export async function replaceBodies(
  { sql }: Db,
  events: readonly (Delivery & { body: string })[],
): Promise<void> {
  if (events.length === 0) return;
  const sessions = events.map(({ sessionId }) => sessionId);
  const ids = events.map(({ id }) => id);
  await sql`
    update webhook_deliveries d set body = k.body
    from unnest(${sessions}::text[], ${ids}::text[], ${events.map(({ body }) => body)}::text[]) as k(session_id, id, body)
    where d.session_id = k.session_id and d.id = k.id`;
  await sql`
    update webhook_attempts a set excerpt = null
    from unnest(${sessions}::text[], ${ids}::text[]) as k(session_id, id)
    where a.session_id = k.session_id and a.delivery_id = k.id and a.excerpt is not null`;
}
