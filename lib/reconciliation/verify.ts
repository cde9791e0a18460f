import type { Id } from "@/lib/core/ids";
import { type Db, patientTx } from "@/lib/db/client";
import { endOfMoment } from "@/lib/db/moment";

/** One figure that is not what the transactions say it should be. */
export interface Difference {
  sessionId: Id<"session">;
  what: string;
  kept: string;
  derived: string;
}

/**
 * Derives every kept figure again from the transactions alone, in one snapshot a figure: totals, settlement totals,
 * the gapless numbers, links to operators, the event of each transaction, that none came after the close, and the
 * catalogued minutes as far as they go. Of one session, or of all.
 */
export function verifyTotals(request: {
  sessionId?: Id<"session">;
}): Promise<{ sessions: number; differences: Difference[] }> {
  return patientTx(async (db) => {
    const [counted] = await db.sql<{ sessions: number }[]>`
      select count(*)::int as sessions from session_counters c where ${inScope(db, request.sessionId)}`;
    const found = [
      await totals(db, request.sessionId),
      await settlements(db, request.sessionId),
      await numbers(db, request.sessionId),
      await terminalNumbers(db, request.sessionId),
      await operatorLinks(db, request.sessionId),
      await missingEvents(db, request.sessionId),
      await afterClose(db, request.sessionId),
      await minutes(db, request.sessionId),
    ];
    return { sessions: counted?.sessions ?? 0, differences: found.flat() };
  });
}

const inScope = ({ sql }: Db, sessionId?: Id<"session">) =>
  sessionId ? sql`c.session_id = ${sessionId}` : sql`true`;

function totals(db: Db, sessionId?: Id<"session">) {
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

function numbers(db: Db, sessionId?: Id<"session">) {
  return db.sql<Difference[]>`
    select c.session_id as "sessionId", 'last number' as what, c.last_number::text as kept,
      concat(count(t.number), ' transactions, the last is ', coalesce(max(t.number), 0)) as derived
    from session_counters c left join transactions t using (session_id)
    where ${inScope(db, sessionId)} group by c.session_id, c.last_number
    having c.last_number <> count(t.number) or c.last_number <> coalesce(max(t.number), 0)`;
}

function terminalNumbers(db: Db, sessionId?: Id<"session">) {
  return db.sql<Difference[]>`
    select c.session_id as "sessionId", 'last number of ' || c.terminal_id as what, c.last_number::text as kept,
      concat(count(t.number), ' transactions, the last is ', coalesce(max(t.terminal_number), 0)) as derived
    from terminals c left join transactions t using (session_id, terminal_id)
    where ${inScope(db, sessionId)} group by c.session_id, c.terminal_id, c.last_number
    having c.last_number <> count(t.number) or c.last_number <> coalesce(max(t.terminal_number), 0)`;
}

function operatorLinks(db: Db, sessionId?: Id<"session">) {
  return db.sql<Difference[]>`
    select c.session_id as "sessionId", 'operator of ' || c.id as what, coalesce(c.operator_id, 'nobody') as kept,
      coalesce(a.operator_id, 'nobody') as derived
    from transactions c left join lateral (
      select operator_id from operator_assignments a
      where a.session_id = c.session_id and a.terminal_id = c.terminal_id
        and a.assigned_from < ${endOfMoment(db, db.sql`c.paid_at`)} and coalesce(a.assigned_to, 'infinity') > c.paid_at
      order by a.assigned_from desc limit 1) a on true
    -- A payment that was assigned by hand is whoever's it was given to, as long as that is somebody of the session.
    where ${inScope(db, sessionId)} and c.operator_id is distinct from a.operator_id and (c.changed_version is null
      or not exists (select from operators o where o.session_id = c.session_id and o.id = c.operator_id))
      and (c.changed_version is null or c.operator_id is not null)`;
}

function missingEvents(db: Db, sessionId?: Id<"session">) {
  return db.sql<Difference[]>`
    select c.session_id as "sessionId", 'event of ' || c.id || ' ' || c.status as what, 'none' as kept, 'one' as derived
    from transactions c join sessions s using (session_id)
    left join deliveries d on d.session_id = c.session_id and d.transaction_id = c.id and d.transaction_status = c.status
    where ${inScope(db, sessionId)} and s.webhook_url is not null and d.id is null`;
}

function afterClose(db: Db, sessionId?: Id<"session">) {
  return db.sql<Difference[]>`
    select c.session_id as "sessionId", 'transactions after the close' as what, '0' as kept, count(*)::text as derived
    from session_counters c join transactions t using (session_id)
    where ${inScope(db, sessionId)} and t.created_at > c.closed_at group by c.session_id`;
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
