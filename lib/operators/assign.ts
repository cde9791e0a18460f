import { recordAudit } from "@/lib/audit";
import { Failure, invalid, notFound } from "@/lib/core/errors/errors";
import { type Id, newId } from "@/lib/core/ids";
import type { Caller, Scope } from "@/lib/core/scope";
import { type Db, systemTx } from "@/lib/db/client";
import { endOfMoment } from "@/lib/db/end-of-moment";
import { operatorAssignments } from "@/lib/db/schema";
import { reassignPayments, requireOperator } from "./reassign-payments";

interface Request {
  terminalId: string;
  operatorId: Id<"operator">;
  from?: Date;
  /** Absent: no end. */
  to?: Date;
}

interface HandOver {
  sessionId: Id<"session">;
  terminalId: string;
  /** Null unassigns the terminal. */
  operatorId: Id<"operator"> | null;
  /** Absent: now. */
  since?: Date;
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
 * Assigns an operator to a terminal for an interval, replacing overlapping assignments; payments that the terminal
 * took in the interval move to the operator, links and totals in one SQL transaction (§4.6). Without times, the
 * assignment starts now and has no end; it never extends beyond the session's close. Returns how many payments moved.
 * Throws `Failure("not_found")` if terminal and operator are not of one session, `Failure("invalid_request")` if the
 * interval ends before it begins, `Failure("conflict")` if it begins after the close.
 */
export function assignOperator(
  request: Request,
  asker: Caller = {},
): Promise<{ assignmentId: Id<"assignment">; moved: number }> {
  const from = request.from ?? new Date();
  if (request.to && request.to <= from) throw invalid("/to", "to must be later than from.");
  return systemTx(async (db) => {
    const terminal = await lockTerminal(db, request.terminalId);
    const { sessionId, organisationId, terminalId: subject } = terminal;
    const operator = await requireOperator(db, sessionId, request.operatorId);
    const assignment = { operatorId: request.operatorId, from, to: request.to ?? null };
    const result = await replaceAssignments(db, limitToClose(terminal, assignment), newId("assignment"));
    await recordAudit(
      db,
      { ...asker, organisationId },
      {
        action: "assigned_operator",
        subject,
        sessionId,
        details: { ...operator, since: from.toISOString(), payments: String(result.moved) },
      },
    );
    return result;
  });
}

/**
 * Assigns a terminal of the caller's organisation to an operator, or unassigns it, from now on or since a past time;
 * its payments since then move along. Returns how many moved. Throws `Failure("not_found")` for another
 * organisation's session, terminal or operator, `Failure("invalid_request")` for a future time, `Failure("conflict")`
 * for a time after the session's close.
 */
export function assignOwnOperator(scope: Scope, request: HandOver): Promise<{ moved: number }> {
  const now = new Date();
  const { sessionId, terminalId, operatorId, since = now } = request;
  if (since > now)
    throw invalid("/since", "since must not be in the future: future payments are assigned automatically.");
  return systemTx(async (db) => {
    const terminal = await lockTerminal(db, terminalId, { ...scope, sessionId });
    const operator = operatorId ? await requireOperator(db, sessionId, operatorId) : undefined;
    const { moved } = await replaceAssignments(
      db,
      limitToClose(terminal, { operatorId, from: since, to: null }),
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
async function replaceAssignments(db: Db, assignment: Assignment, assignmentId: Id<"assignment">) {
  await removeOverlaps(db, assignment);
  if (assignment.operatorId)
    await insert(db, { ...assignment, operatorId: assignment.operatorId }, assignmentId);
  return { assignmentId, moved: await movePayments(db, assignment) };
}

/**
 * Finds a terminal, limited to the asker's session if given, increments its session's version and assignments
 * version, and locks the session's state row: recording waits and then reads the new assignments.
 */
async function lockTerminal(
  { sql }: Db,
  terminalId: string,
  asker?: Scope & { sessionId: Id<"session"> },
): Promise<LockedTerminal> {
  const ownedByAsker = asker
    ? sql`c.session_id = ${asker.sessionId} and c.organisation_id = ${asker.organisationId} and c.mode = ${asker.mode}`
    : sql`true`;
  const [locked] = await sql<Omit<LockedTerminal, "terminalId">[]>`
    update session_states c set version = c.version + 1, assignments_version = c.assignments_version + 1
    from terminals t where t.terminal_id = ${terminalId} and c.session_id = t.session_id and ${ownedByAsker}
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
    { operatorId: Id<"operator">; assignedFrom: Date; assignedTo: Date | null }[]
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
  id: Id<"assignment">,
): Promise<void> {
  await orm.insert(operatorAssignments).values({ ...assignment, id, assignedFrom: from, assignedTo: to });
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
