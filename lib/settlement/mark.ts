import type { Id } from "@/lib/core/ids";
import type { Db } from "@/lib/db/client";

/**
 * Marks settled whichever of these transactions are successful and have a settlement waiting under their payment's
 * identity, and adds them to the settlement's day; once, however often it is called. The caller holds the session's
 * counter row. Answers how many were marked. Found by id alone and then by number: given both id and session, a
 * database without statistics would rather read the whole session.
 */
export async function markSettled(
  { sql }: Db,
  sessionId: Id<"session">,
  transactionIds: Id<"transaction">[],
): Promise<number> {
  const [marked] = await sql<{ count: number }[]>`
    with marked as (
      update transactions t set settled_on = p.settled_on from payments p
      where t.session_id = ${sessionId}
        and t.number = any(array(select number from transactions where id = any(${transactionIds})))
        and t.id = any(${transactionIds}) and p.mode = t.mode and p.provider = t.provider and p.payment_key = t.payment_key
        and p.settled_on is not null and t.settled_on is null and t.status = 'successful'
      returning t.settled_on, t.organisation_id, t.mode, t.amount
    ), totalled as (
      insert into settlement_totals as s (session_id, settled_on, organisation_id, mode, count, amount)
      select ${sessionId}, settled_on, organisation_id, mode, count(*), sum(amount) from marked group by 2, 3, 4
      on conflict (session_id, settled_on)
        do update set count = s.count + excluded.count, amount = s.amount + excluded.amount
    ), bumped as (
      update session_counters set version = version + 1
      where session_id = ${sessionId} and exists (select from marked)
      returning pg_notify('takings', session_id)
    )
    select (select count(*) from marked)::int as count from (select count(*) from bumped) b`;
  return marked?.count ?? 0;
}
