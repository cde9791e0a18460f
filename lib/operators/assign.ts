import { recordAudit } from "@/lib/audit";
import { Failure, invalid, notFound } from "@/lib/core/errors/errors";
import { type Id, newId } from "@/lib/core/ids";
import type { Caller, Scope } from "@/lib/core/scope";
import { type Db, systemTx } from "@/lib/db/client";
import { endOfMoment } from "@/lib/db/payment-time";
import type { RowOf } from "@/lib/db/rows";
import { operatorAssignments } from "@/lib/db/schema";
import { inScope } from "@/lib/db/session-state";
import { reassignPayments, requireOperator } from "./reassign-payments";

interface Request {
  terminalId: string;
  /** The terminal's session, if the caller names it. */
  sessionId?: Id<"session">;
  /** Null unassigns the terminal. */
  operatorId: Id<"operator"> | null;
  /** Absent: now. */
  from?: Date | undefined;
  /** Absent: no end. */
  to?: Date | undefined;
}

/** A terminal whose session's state row is locked. */
interface LockedTerminal extends Scope {
  sessionId: Id<"session">;
  terminalId: string;
  /** When the session was closed; null if it is open. */
  closedAt: Date | null;
}

interface Assignment extends Omit<LockedTerminal, "closedAt"> {
  /** Null: unassigned. */
  operatorId: Id<"operator"> | null;
  from: Date;
  to: Date | null;
}

/**
 * Assigns an operator to a terminal for an interval, or unassigns it, replacing overlapping assignments; payments that the
 * terminal took in the interval move along, links and totals in one SQL transaction (§4.6). Without times, the
 * assignment starts now and has no end; it never extends beyond the session's close. Records it in the audit log. Returns
 * the new assignment, null if unassigned, and how many payments moved. Throws `Failure("not_found")` if terminal and
 * operator are not of one session in the caller's scope, `Failure("invalid_request")` if the interval ends before it
 * begins or, unless the command line assigns, begins in the future, `Failure("conflict")` if it begins after the close.
 */
export function assignOperator(
  caller: Caller,
  request: Request,
): Promise<{ assignmentId: Id<"assignment"> | null; moved: number }> {
  const now = new Date();
  const { operatorId, from = now, to = null } = request;
  if (to && to <= from) throw invalid("/to", "to must be later than from.");
  if (from > now && !caller.isCommandLine)
    throw invalid("/since", "since must not be in the future: future payments are assigned automatically.");
  return systemTx(async (db) => {
    const terminal = await lockTerminal(db, caller, request);
    const { sessionId, organisationId, terminalId: subject } = terminal;
    const operator = operatorId ? await requireOperator(db, sessionId, operatorId) : undefined;
    const result = await replaceAssignments(db, limitToClose(terminal, { operatorId, from, to }));
    const details = { ...operator, since: from.toISOString(), payments: String(result.moved) };
    const action = operator ? "assigned_operator" : "unassigned_operator";
    await recordAudit(db, { ...caller, organisationId }, { action, subject, sessionId, details });
    return result;
  });
}

/**
 * Ends an assignment at the session's close at the latest. Throws `Failure("conflict")` if it begins after the close.
 */
function limitToClose(
  { closedAt, ...terminal }: LockedTerminal,
  assignment: Pick<Assignment, "operatorId" | "from" | "to">,
): Assignment {
  if (closedAt === null) return { ...terminal, ...assignment };
  if (assignment.from >= closedAt)
    throw new Failure("conflict", {
      detail: `The event was closed at ${closedAt.toISOString()}: its terminals have no operators since then. Give a time before that.`,
    });
  return {
    ...terminal,
    ...assignment,
    to: assignment.to && assignment.to < closedAt ? assignment.to : closedAt,
  };
}

/** Replaces overlapping assignments and moves the payments. */
async function replaceAssignments(db: Db, assignment: Assignment) {
  const { operatorId } = assignment;
  await removeOverlaps(db, assignment);
  const assignmentId = operatorId ? await insert(db, { ...assignment, operatorId }) : null;
  return { assignmentId, moved: await movePayments(db, assignment) };
}

/**
 * Finds a terminal in the caller's scope, increments its session's version and assignments version, and locks the
 * session's state row: recording waits and then reads the new assignments.
 */
async function lockTerminal(
  db: Db,
  caller: Caller,
  { terminalId, sessionId }: Pick<Request, "terminalId" | "sessionId">,
): Promise<LockedTerminal> {
  const { sql } = db;
  const [locked] = await sql<Omit<LockedTerminal, "terminalId">[]>`
    update session_states c set version = c.version + 1, assignments_version = c.assignments_version + 1
    from (
      select session_id from terminals
      where terminal_id = ${terminalId} and ${inScope(db, caller)}
        and ${sessionId ? sql`session_id = ${sessionId}` : sql`true`}) t
    where c.session_id = t.session_id
    returning c.session_id, c.organisation_id, c.mode, c.closed_at`;
  if (!locked) throw notFound("terminal");
  return { ...locked, terminalId };
}

/**
 * Removes an interval from every overlapping assignment of the terminal, which is shortened, split in two or deleted.
 */
async function removeOverlaps(
  { sql, orm }: Db,
  { sessionId, terminalId, from, to, organisationId, mode }: Assignment,
): Promise<void> {
  const overlapping = await sql<
    RowOf<typeof operatorAssignments, "operatorId" | "assignedFrom" | "assignedTo">[]
  >`
    delete from operator_assignments
    where session_id = ${sessionId} and terminal_id = ${terminalId}
      and assigned_from < coalesce(${to}::timestamptz, 'infinity') and coalesce(assigned_to, 'infinity') > ${from}
    returning operator_id, assigned_from, assigned_to`;
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
  { from, to, ...assignment }: Assignment & { operatorId: Id<"operator"> },
): Promise<Id<"assignment">> {
  const id = newId("assignment");
  await orm.insert(operatorAssignments).values({ ...assignment, id, assignedFrom: from, assignedTo: to });
  return id;
}

/** Moves the terminal's payments of the interval to the operator, or unassigns them. */
function movePayments(db: Db, { terminalId, from, to, ...assignment }: Assignment): Promise<number> {
  return reassignPayments(
    db,
    assignment,
    db.sql`transactions t where t.session_id = ${assignment.sessionId} and t.terminal_id = ${terminalId}
      and ${endOfMoment(db, db.sql`t.paid_at`)} > ${from} and t.paid_at < coalesce(${to}::timestamptz, 'infinity')`,
  );
}
