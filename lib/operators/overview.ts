import type { z } from "zod";
import { type Id, terminalLabel } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { asOrganisation, type Db } from "@/lib/db/client";
import { paymentTime } from "@/lib/db/payment-time";
import { readTotals, type Total, volumeOf } from "@/lib/db/totals";
import type { OperatorRow, OperatorsOverview } from "./contract";

interface Person {
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
  place: string;
  operatorId: Id<"operator"> | null;
  name: string;
}

/**
 * All operators of a session, those who took most first: what each has taken by which channel, where they are, since
 * when; and what is nobody's yet. Every amount is of one snapshot, `version`, and linked and unassigned together are
 * the session's inflow. Throws `Failure("not_found")`.
 */
export function listOperatorsOverview(
  scope: Scope,
  sessionId: Id<"session">,
): Promise<z.output<typeof OperatorsOverview>> {
  return asOrganisation(scope.organisationId, async (db) => {
    const [{ version, status, totals }, people, posts] = await Promise.all([
      readTotals(db, scope, sessionId),
      readPeople(db, sessionId),
      readAssignments(db, sessionId),
    ]);
    const successful = totals.filter((total) => total.status === "successful");
    const nobodys = successful.filter(({ operatorId }) => operatorId === "");
    return {
      session_id: sessionId,
      version: Number(version),
      as_of: new Date(),
      status,
      taken: volumeOf(successful),
      linked: volumeOf(successful.filter(({ operatorId }) => operatorId !== "")),
      unassigned: byChannel(nobodys),
      operators: people.map((person) => rowOf(person, successful, posts)).sort(byTaken),
      terminals: posts.map((post) => ({
        ...whereOf(post),
        operator: post.operatorId && { id: post.operatorId, name: post.name },
      })),
    };
  });
}

/** Banks tell of payments a little out of order, so far at most. */
const OUT_OF_ORDER = 50;

/** An operator's last payment is among the last of theirs that were recorded: some rows by `transactions_operator`. */
const readPeople = (db: Db, sessionId: Id<"session">) => db.sql<Person[]>`
  select o.id, o.name, o.role, o.phone, t.paid_at as "lastPaymentAt", a.from, a.to
  from operators o
  left join lateral (
    select max(paid_at) as paid_at from (
      select ${paymentTime(db)} as paid_at from transactions t
      where t.session_id = o.session_id and t.operator_id = o.id and t.status <> 'failed'
      order by t.number desc limit ${OUT_OF_ORDER}
    ) latest
  ) t on true
  left join lateral (
    select min(assigned_from) as from, nullif(max(coalesce(assigned_to, 'infinity')), 'infinity') as to
    from operator_assignments where session_id = o.session_id and operator_id = o.id and assigned_from <= now()
  ) a on true
  where o.session_id = ${sessionId}
  order by o.created_at, o.id`;

/** Every terminal, and who is on it now. */
const readAssignments = ({ sql }: Db, sessionId: Id<"session">) => sql<TerminalAssignment[]>`
  select t.terminal_id as "terminalId", t.position, t.place, o.id as "operatorId", o.name
  from terminals t
  left join operator_assignments a on a.session_id = t.session_id and a.terminal_id = t.terminal_id
    and a.assigned_from <= now() and coalesce(a.assigned_to, 'infinity') > now()
  left join operators o on o.session_id = a.session_id and o.id = a.operator_id
  where t.session_id = ${sessionId}
  order by t.position`;

const whereOf = ({ terminalId, position, place }: TerminalAssignment) => ({
  terminal_id: terminalId,
  label: terminalLabel(position),
  place,
});

const byChannel = (totals: Total[]) => ({
  transfers: volumeOf(totals.filter(({ channel }) => channel === "bank_transfer")),
  pos: volumeOf(totals.filter(({ channel }) => channel === "pos")),
});

function rowOf(
  { lastPaymentAt, phone, ...person }: Person,
  successful: Total[],
  posts: TerminalAssignment[],
): z.output<typeof OperatorRow> {
  const own = successful.filter(({ operatorId }) => operatorId === person.id);
  return {
    ...person,
    phone: phone ?? "",
    ...volumeOf(own),
    ...byChannel(own),
    terminals: posts.filter(({ operatorId }) => operatorId === person.id).map(whereOf),
    last_payment_at: lastPaymentAt,
  };
}

/** Those who took most first; who took the same keep their order, oldest first. */
const byTaken = (one: z.output<typeof OperatorRow>, other: z.output<typeof OperatorRow>) =>
  Number(other.amount > one.amount) - Number(other.amount < one.amount);
