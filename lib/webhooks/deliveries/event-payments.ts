import type { Id } from "@/lib/core/ids";
import type { Db } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { transactions } from "@/lib/db/schema";
import { onServerOf } from "@/lib/db/session-state";

/** What the list and the page of an event show of its payment. */
export type EventPayment = RowOf<typeof transactions, "amount" | "senderName" | "channel">;

/**
 * Reads payments of a session by their ids, one index lookup each. Not joined with their events, which a distributed database
 * stores on another server.
 */
export async function readEventPayments(
  db: Db,
  sessionId: Id<"session">,
  ids: readonly Id<"transaction">[],
): Promise<ReadonlyMap<Id<"transaction">, EventPayment>> {
  if (ids.length === 0) return new Map();
  const rows = await db.sql<(EventPayment & RowOf<typeof transactions, "id">)[]>`
    select t.id, t.amount, t.sender_name, t.channel from unnest(${[...ids]}::text[]) as listed(id)
    cross join lateral (
      select * from transactions where id = listed.id ${onServerOf(db, "session_id", sessionId)} limit 1) t`;
  return new Map(rows.map(({ id, ...payment }) => [id, payment]));
}
