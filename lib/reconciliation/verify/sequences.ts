import type { Id } from "@/lib/core/ids";
import type { Db } from "@/lib/db/client";
import { endOfMoment } from "@/lib/db/moment";
import { type Difference, inScope } from "./difference";

/**
 * Checks that the sequence numbers of sessions and terminals are gapless and in the order of recording, and that each
 * operator is the one who was assigned to the terminal. Payments of one recording statement share `created_at`: among
 * those the order cannot be checked.
 */
export async function sequences(db: Db, sessionId?: Id<"session">): Promise<Difference[]> {
  return [
    ...(await numbers(db, sessionId)),
    ...(await terminalNumbers(db, sessionId)),
    ...(await order(db, sessionId)),
    ...(await terminalOrder(db, sessionId)),
    ...(await lastRecorded(db, sessionId)),
    ...(await operatorLinks(db, sessionId)),
    ...(await afterClose(db, sessionId)),
  ];
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

function order(db: Db, sessionId?: Id<"session">) {
  return db.sql<Difference[]>`
    select session_id as "sessionId", concat('order of ', id, ', number ', number) as what, created_at::text as kept,
      'not before ' || before as derived
    from (select c.session_id, c.id, c.number, c.created_at,
        lag(c.created_at) over (partition by c.session_id order by c.number) as before
      from transactions c where ${inScope(db, sessionId)}) t
    where created_at < before`;
}

function terminalOrder(db: Db, sessionId?: Id<"session">) {
  return db.sql<Difference[]>`
    select session_id as "sessionId", concat('terminal number of ', id) as what, concat(terminal_number, ' of ', terminal_id) as kept,
      concat(nth, ' of ', terminal_id) as derived
    from (select c.session_id, c.id, c.terminal_id, c.terminal_number,
        case when c.terminal_id is not null then row_number() over (partition by c.session_id, c.terminal_id order by c.number) end as nth
      from transactions c where ${inScope(db, sessionId)} and (c.terminal_id is not null or c.terminal_number is not null)) t
    where terminal_number is distinct from nth`;
}

function lastRecorded(db: Db, sessionId?: Id<"session">) {
  return db.sql<Difference[]>`
    select c.session_id as "sessionId", 'time of the last transaction' as what, c.last_created_at::text as kept,
      last.created_at::text as derived
    from session_counters c cross join lateral (
      select created_at from transactions t where t.session_id = c.session_id order by number desc limit 1) last
    where ${inScope(db, sessionId)} and c.last_created_at <> last.created_at
    union all
    select c.session_id, 'version', c.version::text, 'at least ' || max(t.changed_version)
    from session_counters c join transactions t using (session_id)
    where ${inScope(db, sessionId)} and t.changed_version is not null
    group by c.session_id, c.version having c.version < max(t.changed_version)`;
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

function afterClose(db: Db, sessionId?: Id<"session">) {
  return db.sql<Difference[]>`
    select c.session_id as "sessionId", 'transactions after the close' as what, '0' as kept, count(*)::text as derived
    from session_counters c join transactions t using (session_id)
    where ${inScope(db, sessionId)} and t.created_at > c.closed_at group by c.session_id`;
}
