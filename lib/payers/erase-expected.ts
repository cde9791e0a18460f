import { z } from "zod";
import type { Id } from "@/lib/core/ids";
import type { Db } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { expectedPayments, webhookDeliveries } from "@/lib/db/schema";
import { replaceBodies } from "./erase-events";

type Expected = RowOf<typeof expectedPayments, "id" | "sessionId">;
type Event = RowOf<typeof webhookDeliveries, "id" | "sessionId" | "body">;

const Body = z.looseObject({ data: z.looseObject({ payer: z.string().nullable() }) });

/**
 * Erases the payers that platforms stated for these expected payments, also from their events. In the caller's SQL
 * transaction. Returns how many had one.
 */
export async function eraseExpectedPayers(db: Db, ids: readonly Id<"expectedPayment">[]): Promise<number> {
  if (ids.length === 0) return 0;
  const { sql } = db;
  const erased = await sql<Expected[]>`
    update expected_payments set payer = null where id = any(${[...ids]}::text[]) and payer is not null
    returning id, session_id`;
  if (erased.length === 0) return 0;
  const events = await sql<Event[]>`
    select d.id, d.session_id, d.body
    from (select distinct session_id from unnest(${erased.map(({ sessionId }) => sessionId)}::text[]) as s(session_id)) s
    join webhook_deliveries d on d.session_id = s.session_id and d.subject_id is not null
    where d.subject_id = any(${erased.map(({ id }) => id)}::text[])`;
  await replaceBodies(
    db,
    events.map((event) => ({ ...event, body: withoutPayer(event.body) })),
  );
  return erased.length;
}

function withoutPayer(body: string): string {
  const event = Body.parse(JSON.parse(body));
  return JSON.stringify({ ...event, data: { ...event.data, payer: null } });
}
