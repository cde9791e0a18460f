import type { z } from "zod";
import { type Id, terminalLabel } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { type Db, readAsOrganisation } from "@/lib/db/client";
import { paymentTime } from "@/lib/db/payment-time";
import { readTotals, sumTotals, type Total } from "@/lib/db/totals";
import type { OperatorRow, OperatorsOverview } from "./contract";

interface OperatorDetails {
  id: Id<"operator">;
  name: string;
  role: string;
  phone: string | null;
  lastPaymentAt: Date | null;
  from: Date | null;
  to: Date | null;
}

interface TerminalAssignment {
  terminalId: string;
  position: number;
  location: string;
  operatorId: Id<"operator"> | null;
  name: string;
}

/**
 * Lists all operators of a session, highest takings first: takings by channel, terminals, since when; and the
 * unassigned takings. All amounts are of one snapshot, `version`; linked and unassigned add up to the session's
 * inflow. Throws `Failure("not_found")`.
 */
export function listOperatorsOverview(
  scope: Scope,
  sessionId: Id<"session">,
): Promise<z.output<typeof OperatorsOverview>> {
  return readAsOrganisation(scope, async (db) => {
    const [{ version, status, totals }, people, assignments] = await Promise.all([
      readTotals(db, scope, sessionId),
      readOperators(db, sessionId),
      readAssignments(db, sessionId),
    ]);
    const successful = totals.filter((total) => total.status === "successful");
    const unassigned = successful.filter(({ operatorId }) => operatorId === "");
    return {
      session_id: sessionId,
      version: Number(version),
      as_of: new Date(),
      status,
      taken: sumTotals(successful),
      linked: sumTotals(successful.filter(({ operatorId }) => operatorId !== "")),
      unassigned: byChannel(unassigned),
      operators: people.map((person) => toRow(person, successful, assignments)).sort(byTaken),
      terminals: assignments.map((assignment) => ({
        ...toTerminal(assignment),
        operator: assignment.operatorId && { id: assignment.operatorId, name: assignment.name },
      })),
    };
  });
}

/** Banks report payments slightly out of order, by at most this many. */
const OUT_OF_ORDER = 50;

/**
 * Reads the operators. The last payment is among the most recently recorded ones: a few rows of
 * `transactions_operator`.
 */
const readOperators = (db: Db, sessionId: Id<"session">) => db.sql<OperatorDetails[]>`
  select o.id, o.name, o.role, o.phone, t.paid_at as last_payment_at, a.from, a.to
  from operators o
  left join lateral (
    select max(paid_at) as paid_at from (
      select ${paymentTime(db)} as paid_at from transactions t
      where t.session_id = o.session_id and t.operator_id = o.id and t.status <> 'failed'
      order by t.sequence desc limit ${OUT_OF_ORDER}
    ) latest
  ) t on true
  left join lateral (
    select min(assigned_from) as from, nullif(max(coalesce(assigned_to, 'infinity')), 'infinity') as to
    from operator_assignments where session_id = o.session_id and operator_id = o.id and assigned_from <= now()
  ) a on true
  where o.session_id = ${sessionId}
  order by o.created_at, o.id`;

/** Reads every terminal with its current operator. */
const readAssignments = ({ sql }: Db, sessionId: Id<"session">) => sql<TerminalAssignment[]>`
  select t.terminal_id, t.position, t.location, o.id as operator_id, o.name
  from terminals t
  left join operator_assignments a on a.session_id = t.session_id and a.terminal_id = t.terminal_id
    and a.assigned_from <= now() and coalesce(a.assigned_to, 'infinity') > now()
  left join operators o on o.session_id = a.session_id and o.id = a.operator_id
  where t.session_id = ${sessionId}
  order by t.position`;

const toTerminal = ({ terminalId, position, location }: TerminalAssignment) => ({
  terminal_id: terminalId,
  label: terminalLabel(position),
  location,
});

const byChannel = (totals: Total[]) => ({
  transfers: sumTotals(totals.filter(({ channel }) => channel === "bank_transfer")),
  pos: sumTotals(totals.filter(({ channel }) => channel === "pos")),
});

function toRow(
  { lastPaymentAt, phone, ...person }: OperatorDetails,
  successful: Total[],
  assignments: TerminalAssignment[],
): z.output<typeof OperatorRow> {
  const own = successful.filter(({ operatorId }) => operatorId === person.id);
  return {
    ...person,
    phone: phone ?? "",
    ...sumTotals(own),
    ...byChannel(own),
    terminals: assignments.filter(({ operatorId }) => operatorId === person.id).map(toTerminal),
    last_payment_at: lastPaymentAt,
  };
}

/** Highest takings first; equal ones keep their order, oldest first. */
const byTaken = (one: z.output<typeof OperatorRow>, other: z.output<typeof OperatorRow>) =>
  Number(other.amount > one.amount) - Number(other.amount < one.amount);
