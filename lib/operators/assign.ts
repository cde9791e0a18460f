import { recordAudit } from "@/lib/audit";
import { Failure, invalid, notFound } from "@/lib/core/errors";
import { type Id, newId } from "@/lib/core/ids";
import type { Asker, Scope } from "@/lib/core/scope";
import { type Db, systemTx } from "@/lib/db/client";
import { endOfMoment } from "@/lib/db/moment";
import { operatorAssignments } from "@/lib/db/schema";
import { reassignPayments, requireOperator } from "./reassign-payments";

interface Request {
  terminalId: string;
  operatorId: Id<"operator">;
  from?: Date;
  /** Absent: until further notice. */
  to?: Date;
}

interface HandOver {
  sessionId: Id<"session">;
  terminalId: string;
  /** Null takes whoever is on the terminal off it. */
  operatorId: Id<"operator"> | null;
  /** Absent: from now on. */
  since?: Date;
}

/** A terminal whose session's counter row is held. */
interface Held extends Scope {
  sessionId: Id<"session">;
  terminalId: string;
  /** When the session was closed; null while it is open. */
  closedAt: Date | null;
}

interface Assignment extends Omit<Held, "closedAt"> {
  /** Null: nobody. */
  operatorId: Id<"operator"> | null;
  from: Date;
  to: Date | null;
}

/**
 * Puts an operator on a terminal for an interval, in place of whoever was on it then; payments the terminal took in
 * that interval move to the operator, links and totals in one SQL transaction (§4.6). From now on, until further
 * notice, where no times are given; never beyond the session's close. Answers how many payments moved. Throws
 * `Failure("not_found")` for a terminal or an operator that is not of one session, `Failure("invalid_request")` where
 * the interval ends before it begins, `Failure("conflict")` where it begins after the close.
 */
export function assignOperator(
  request: Request,
  asker: Asker = {},
): Promise<{ assignmentId: Id<"assignment">; moved: number }> {
  const from = request.from ?? new Date();
  if (request.to && request.to <= from) throw invalid("/to", "to must be later than from.");
  return systemTx(async (db) => {
    const place = await holdTerminal(db, request.terminalId);
    const { sessionId, organisationId, terminalId: subject } = place;
    const operator = await requireOperator(db, sessionId, request.operatorId);
    const shift = { operatorId: request.operatorId, from, to: request.to ?? null };
    const taken = await takeOver(db, untilClose(place, shift), newId("assignment"));
    await recordAudit(
      db,
      { ...asker, organisationId },
      {
        action: "assigned_operator",
        subject,
        sessionId,
        details: { ...operator, since: from.toISOString(), payments: String(taken.moved) },
      },
    );
    return taken;
  });
}

/**
 * Hands a terminal of the caller's over to an operator, or to nobody, from now on or since a time that has passed;
 * payments it took since move along. Answers how many moved. Throws `Failure("not_found")` for a session, terminal or
 * operator that is not the caller's, `Failure("invalid_request")` for a time to come, `Failure("conflict")` for a time
 * after the session's close.
 */
export function assignOperatorOf(scope: Scope, request: HandOver): Promise<{ moved: number }> {
  const now = new Date();
  const { sessionId, terminalId, operatorId, since = now } = request;
  if (since > now)
    throw invalid("/since", "since must not lie ahead: payments to come follow by themselves.");
  return systemTx(async (db) => {
    const place = await holdTerminal(db, terminalId, { ...scope, sessionId });
    const operator = operatorId ? await requireOperator(db, sessionId, operatorId) : undefined;
    const { moved } = await takeOver(
      db,
      untilClose(place, { operatorId, from: since, to: null }),
      newId("assignment"),
    );
    await recordAudit(db, scope, {
      action: operator ? "assigned_operator" : "unassigned_operator",
      subject: terminalId,
      sessionId,
      details: { ...operator, since: since.toISOString(), payments: String(moved) },
    });
    return { moved };
  });
}

/** A shift as far as the session allows: it ends with the close. Throws `Failure("conflict")` where it begins later. */
function untilClose(
  { closedAt, ...place }: Held,
  shift: Pick<Assignment, "operatorId" | "from" | "to">,
): Assignment {
  if (closedAt === null) return { ...place, ...shift };
  if (shift.from >= closedAt)
    throw new Failure("conflict", {
      detail: `The event was closed at ${closedAt.toISOString()}: nobody is on its terminals since. Give a time before that.`,
    });
  return { ...place, ...shift, to: shift.to && shift.to < closedAt ? shift.to : closedAt };
}

/** Puts a shift in the place of what it overlaps, and moves its payments. */
async function takeOver(db: Db, shift: Assignment, assignmentId: Id<"assignment">) {
  await clear(db, shift);
  if (shift.operatorId) await insert(db, { ...shift, operatorId: shift.operatorId }, assignmentId);
  return { assignmentId, moved: await movePayments(db, shift) };
}

/**
 * Finds a terminal, of the caller's session where one asks, and holds the session's counter row: recording waits, and
 * sees the new roster.
 */
async function holdTerminal(
  { sql }: Db,
  terminalId: string,
  asker?: Scope & { sessionId: Id<"session"> },
): Promise<Held> {
  const isAskers = asker
    ? sql`c.session_id = ${asker.sessionId} and c.organisation_id = ${asker.organisationId} and c.mode = ${asker.mode}`
    : sql`true`;
  const [held] = await sql<Omit<Held, "terminalId">[]>`
    update session_counters c set version = c.version + 1, roster = c.roster + 1
    from terminals t where t.terminal_id = ${terminalId} and c.session_id = t.session_id and ${isAskers}
    returning c.session_id as "sessionId", c.organisation_id as "organisationId", c.mode, c.closed_at as "closedAt"`;
  if (!held) throw notFound("terminal");
  return { ...held, terminalId };
}

/** Takes an interval out of every assignment of the terminal that overlaps it: cut short, split in two, or removed. */
async function clear(
  { sql, orm }: Db,
  { sessionId, terminalId, from, to, organisationId, mode }: Assignment,
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

async function insert(
  { orm }: Db,
  { from, to, ...shift }: Assignment & { operatorId: Id<"operator"> },
  id: Id<"assignment">,
): Promise<void> {
  await orm.insert(operatorAssignments).values({ ...shift, id, assignedFrom: from, assignedTo: to });
}

/** Moves the terminal's payments of the interval to the operator or to nobody. */
function movePayments(db: Db, { terminalId, from, to, ...shift }: Assignment): Promise<number> {
  return reassignPayments(
    db,
    shift,
    db.sql`transactions t where t.session_id = ${shift.sessionId} and t.terminal_id = ${terminalId}
      and ${endOfMoment(db, db.sql`t.paid_at`)} > ${from} and t.paid_at < coalesce(${to}::timestamptz, 'infinity')`,
  );
}
