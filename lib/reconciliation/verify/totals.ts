import type { Id } from "@/lib/core/ids";
import type { Db } from "@/lib/db/client";
import { type Difference, inScope } from "./difference";

/** Derives the totals, the settlement totals and the catalogued minutes again from the transactions. */
export async function totals(db: Db, sessionId?: Id<"session">): Promise<Difference[]> {
  return [
    ...(await sessionTotals(db, sessionId)),
    ...(await settlements(db, sessionId)),
    ...(await minutes(db, sessionId)),
  ];
}

function sessionTotals(db: Db, sessionId?: Id<"session">) {
  return db.sql<Difference[]>`
    with derived as (
      select c.session_id, channel, coalesce(terminal_id, '') as terminal_id, coalesce(operator_id, '') as operator_id, status,
        count(*) as count, sum(amount) as amount
      from transactions c where ${inScope(db, sessionId)} group by 1, 2, 3, 4, 5
    ), kept as (
      select * from session_totals c where ${inScope(db, sessionId)} and (count <> 0 or amount <> 0)
    )
    select session_id as "sessionId", concat_ws(' ', 'total', channel, status, nullif(terminal_id, ''), nullif(operator_id, '')) as what,
      concat(coalesce(k.count, 0), ' payments, ', coalesce(k.amount, 0), ' kobo') as kept,
      concat(coalesce(d.count, 0), ' payments, ', coalesce(d.amount, 0), ' kobo') as derived
    from derived d full join kept k using (session_id, channel, terminal_id, operator_id, status)
    where (k.count, k.amount) is distinct from (d.count, d.amount)`;
}

function settlements(db: Db, sessionId?: Id<"session">) {
  return db.sql<Difference[]>`
    with derived as (
      select c.session_id, settled_on, count(*) as count, sum(amount) as amount
      from transactions c where ${inScope(db, sessionId)} and settled_on is not null and status = 'successful' group by 1, 2
    ), kept as (select * from settlement_totals c where ${inScope(db, sessionId)})
    select session_id as "sessionId", 'settled on ' || settled_on as what,
      concat(coalesce(k.count, 0), ' payments, ', coalesce(k.amount, 0), ' kobo') as kept,
      concat(coalesce(d.count, 0), ' payments, ', coalesce(d.amount, 0), ' kobo') as derived
    from derived d full join kept k using (session_id, settled_on)
    where (k.count, k.amount) is distinct from (d.count, d.amount)`;
}

function minutes(db: Db, sessionId?: Id<"session">) {
  return db.sql<Difference[]>`
    with derived as (
      select c.session_id, date_trunc('minute', c.paid_at) as minute, c.channel, coalesce(c.terminal_id, '') as terminal_id,
        count(*) as count, sum(c.amount) as amount
      from transactions c join catalogues k on k.session_id = c.session_id and k.up_to >= c.number
      left join catalogue_pending p on p.session_id = c.session_id and p.number = c.number
      where ${inScope(db, sessionId)} and c.status = 'successful' and p.number is null group by 1, 2, 3, 4
    ), kept as (select * from catalogue_minutes c where ${inScope(db, sessionId)})
    select session_id as "sessionId", concat_ws(' ', 'minute', minute, channel, nullif(terminal_id, '')) as what,
      concat(coalesce(k.count, 0), ' payments, ', coalesce(k.amount, 0), ' kobo') as kept,
      concat(coalesce(d.count, 0), ' payments, ', coalesce(d.amount, 0), ' kobo') as derived
    from derived d full join kept k using (session_id, minute, channel, terminal_id)
    where (k.count, k.amount) is distinct from (d.count, d.amount)`;
}
