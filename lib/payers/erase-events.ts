import { assertDefined } from "@/lib/core/errors/assert";
import type { Id } from "@/lib/core/ids";
import type { Db } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { webhookDeliveries } from "@/lib/db/schema";
import { type EventBodyRow, serializeEventBody } from "@/lib/transactions";

type Delivery = RowOf<typeof webhookDeliveries, "sessionId" | "id">;

/** What the events of an erased transaction contain, except for the status, which differs between them. */
export type ErasedTransaction = Omit<EventBodyRow, "status">;

/** An event's delivery, the transaction that it reports, and the status that it reports. */
type TransactionEvent = { deliveryId: Id<"delivery"> } & Pick<EventBodyRow, "id" | "status">;

/**
 * Writes the bodies of the events of these transactions again, whose payers are erased, and drops what receivers answered,
 * which can repeat the body. An event that is still to be sent is sent without the payer.
 */
export async function eraseEvents(db: Db, transactions: readonly ErasedTransaction[]): Promise<void> {
  if (transactions.length === 0) return;
  const byId = new Map(transactions.map((transaction) => [transaction.id, transaction]));
  const events = await db.sql<TransactionEvent[]>`
    select d.id as delivery_id, d.transaction_id as id, d.transaction_status as status
    from unnest(${transactions.map(({ sessionId }) => sessionId)}::text[], ${[...byId.keys()]}::text[])
      as k(session_id, transaction_id)
    join webhook_deliveries d on d.session_id = k.session_id and d.transaction_id = k.transaction_id`;
  const bodies = events.map(({ deliveryId, id, status }) => {
    const transaction = assertDefined(byId.get(id), "only events of these transactions are found");
    return {
      sessionId: transaction.sessionId,
      id: deliveryId,
      body: serializeEventBody({ ...transaction, status }),
    };
  });
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
