import { invalid, notFound } from "@/lib/core/errors";
import { type Id, newId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { type Db, systemTx } from "@/lib/db/client";
import { operatorAssignments } from "@/lib/db/schema";

interface Request {
  terminalId: string;
  operatorId: Id<"operator">;
  from?: Date;
  /** Absent: until further notice. */
  to?: Date;
}

interface Shift extends Scope {
  sessionId: Id<"session">;
  terminalId: string;
  operatorId: Id<"operator">;
  from: Date;
  to: Date | null;
}

/**
 * Puts an operator on a terminal for an interval, in place of whoever was on it then; payments the terminal took in
 * that interval move to the operator, links and totals in one SQL transaction (§4.6). From now on, until further
 * notice, where no times are given. Answers how many payments moved. Throws `Failure("not_found")` for a terminal or
 * an operator that is not of one session, `Failure("invalid_request")` where the interval ends before it begins.
 */
export function assignOperator(request: Request): Promise<{ assignmentId: Id<"assignment">; moved: number }> {
  const from = request.from ?? new Date();
  if (request.to && request.to <= from) throw invalid("/to", "to must be later than from.");
  return systemTx(async (db) => {
    const shift = { ...(await placeOf(db, request)), from, to: request.to ?? null };
    await clear(db, shift);
    const assignmentId = newId("assignment");
    await insert(db, shift, assignmentId);
    return { assignmentId, moved: await movePayments(db, shift) };
  });
}

/** Finds the terminal and its operator, and holds the session's counter row: recording waits, and sees the new roster. */
async function placeOf(
  { sql }: Db,
  { terminalId, operatorId }: Request,
): Promise<Omit<Shift, "from" | "to">> {
  const [terminal] = await sql<(Scope & { sessionId: Id<"session"> })[]>`
    update session_counters c set version = c.version + 1, roster = c.roster + 1
    from terminals t where t.terminal_id = ${terminalId} and c.session_id = t.session_id
    returning c.session_id as "sessionId", c.organisation_id as "organisationId", c.mode`;
  if (!terminal) throw notFound("terminal");
  const [operator] =
    await sql`select from operators where session_id = ${terminal.sessionId} and id = ${operatorId}`;
  if (!operator) throw notFound("operator in that terminal's session");
  return { ...terminal, terminalId, operatorId };
}

/** Takes an interval out of every assignment of the terminal that overlaps it: cut short, split in two, or removed. */
async function clear(
  { sql, orm }: Db,
  { sessionId, terminalId, from, to, organisationId, mode }: Shift,
): Promise<void> {
  const overlapping = await sql<
    { operatorId: Id<"operator">; assignedFrom: Date; assignedTo: Date | null }[]
  >`
    delete from operator_assignments
    where session_id = ${sessionId} and terminal_id = ${terminalId}
      and assigned_from < coalesce(${to}::timestamptz, 'infinity') and coalesce(assigned_to, 'infinity') > ${from}
    returning operator_id as "operatorId", assigned_from as "assignedFrom", assigned_to as "assignedTo"`;
  const remains = overlapping.flatMap((old) => {
    const before = old.assignedFrom < from ? [{ ...old, assignedTo: from }] : [];
    const after = to && (!old.assignedTo || old.assignedTo > to) ? [{ ...old, assignedFrom: to }] : [];
    return [...before, ...after];
  });
  if (remains.length === 0) return;
  const owned = { sessionId, terminalId, organisationId, mode };
  await orm
    .insert(operatorAssignments)
    .values(remains.map((part) => ({ ...owned, ...part, id: newId("assignment") })));
}

async function insert({ orm }: Db, { from, to, ...shift }: Shift, id: Id<"assignment">): Promise<void> {
  await orm.insert(operatorAssignments).values({ ...shift, id, assignedFrom: from, assignedTo: to });
}

/** Moves the terminal's payments of the interval, and their share of the totals, to the operator. */
async function movePayments({ sql }: Db, shift: Shift): Promise<number> {
  const { sessionId, terminalId, operatorId, organisationId, mode, from, to } = shift;
  const [moved] = await sql<{ count: number }[]>`
    with before as materialized (
      select number, channel, status, amount, coalesce(operator_id, '') as operator_id from transactions
      where session_id = ${sessionId} and terminal_id = ${terminalId}
        and paid_at >= ${from} and paid_at < coalesce(${to}::timestamptz, 'infinity')
        and operator_id is distinct from ${operatorId}
    ), linked as (
      update transactions t set operator_id = ${operatorId},
        changed_version = (select version from session_counters where session_id = ${sessionId})
      from before b
      where t.session_id = ${sessionId} and t.number = b.number
      returning t.number
    ), change as (
      select channel, status, operator_id, -count(*) as count, -sum(amount) as amount from before group by 1, 2, 3
      union all
      select channel, status, ${operatorId}, count(*), sum(amount) from before group by 1, 2
    ), totalled as (
      insert into session_totals as s (session_id, channel, terminal_id, operator_id, status, organisation_id, mode, count, amount)
      select ${sessionId}, channel, ${terminalId}, operator_id, status, ${organisationId}, ${mode}, count, amount from change
      on conflict (session_id, channel, terminal_id, operator_id, status)
        do update set count = s.count + excluded.count, amount = s.amount + excluded.amount
    ), woken as (select pg_notify('takings', ${sessionId}))
    select count(*)::int as count from linked, woken`;
  return moved?.count ?? 0;
}
