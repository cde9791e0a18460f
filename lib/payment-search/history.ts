import type { z } from "zod";
import { type Id, newId, terminalLabel } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { endOfMoment } from "@/lib/core/time";
import type { Db } from "@/lib/db/client";
import type { TransactionStatus } from "@/lib/db/schema";
import type { LiveRow } from "@/lib/live/contract";
import type { PaymentStep } from "./contract";
import type { Rest } from "./payment";

interface Told {
  sessionId: Id<"session">;
  payment: z.output<typeof LiveRow>;
  rest: Rest;
}

interface Delivery {
  id: Id<"delivery">;
  status: TransactionStatus;
  state: "pending" | "delivered" | "failed";
  createdAt: Date;
  attemptCount: number;
  url: string;
  attempts: {
    number: number;
    at: string;
    duration_ms: number;
    status: number | null;
    error: string | null;
  }[];
}

/** Tries of one event that are told, the last ones. */
const TRIES = 5;

/** All that is known to have happened to a payment, in the order that it happened. */
export async function readHistory(db: Db, scope: Scope, told: Told): Promise<PaymentStep[]> {
  const { payment, rest } = told;
  const deliveries = await readDeliveries(db, told);
  const wasPending = deliveries.some(({ status }) => status === "pending");
  const later = wasPending ? deliveries.filter(({ status }) => status !== "pending") : [];
  const notices = await readNotices(db, scope, told);
  const steps: PaymentStep[] = [
    { kind: "paid", at: payment.paid_at, into: rest.into, is_receipt: rest.paidAtIsReceipt },
    ...notices.slice(0, 1),
    { kind: "recorded", at: rest.createdAt, status: wasPending ? "pending" : payment.status },
    ...notices.slice(1),
    ...(await readReversals(db, told)),
    ...later.map(({ createdAt, status }): PaymentStep => ({ kind: "became", at: createdAt, status })),
    ...deliveries.map(sentStep),
    ...(await readAssignment(db, scope, told)),
  ];
  // Stable: what happened at one moment keeps the order above. Whoever was paid first, first of all.
  return steps.sort((a, b) => rank(a) - rank(b) || a.at.getTime() - b.at.getTime());
}

/** A bank's clock may be a little off ours: being paid and being told stay before being recorded. */
const rank = ({ kind }: PaymentStep) => (kind === "paid" ? 0 : 1);

const readDeliveries = ({ sql }: Db, { sessionId, payment }: Told) => sql<Delivery[]>`
  select d.id, d.transaction_status as status, d.state, d.created_at as "createdAt", d.attempt_count as "attemptCount",
    e.url, coalesce(tries.told, '[]'::json) as attempts
  from deliveries d join endpoints e on e.id = d.endpoint_id
  left join lateral (
    select json_agg(json_build_object('number', number, 'at', started_at, 'duration_ms', duration_ms, 'status', status,
      'error', error) order by number) as told
    from (select * from delivery_attempts where session_id = d.session_id and delivery_id = d.id
      order by number desc limit ${TRIES}) a
  ) tries on true
  where d.session_id = ${sessionId} and d.transaction_id = ${payment.id} order by d.created_at`;

function sentStep({ id, url, state, createdAt, attemptCount, attempts }: Delivery): PaymentStep {
  return {
    kind: "sent",
    at: attempts.length > 0 ? new Date(attempts.at(-1)?.at ?? createdAt) : createdAt,
    delivery_id: id,
    host: new URL(url).host,
    state,
    attempt_count: attemptCount,
    attempts: attempts.map(({ at, ...attempt }) => ({ ...attempt, at: new Date(at) })),
  };
}

async function readNotices(
  { sql }: Db,
  { mode }: Scope,
  { sessionId, rest: { provider, bankConnectionId, paymentKey } }: Told,
): Promise<PaymentStep[]> {
  const rows = await sql<{ at: Date; event: string }[]>`
    select received_at as at, event from notices
    where mode = ${mode} and bank_connection_id = ${bankConnectionId} and payment_key = ${paymentKey} and session_id = ${sessionId}
    order by received_at limit 20`;
  return rows.map((row) => ({ kind: "told", provider, ...row }));
}

async function readReversals({ sql }: Db, { payment }: Told): Promise<PaymentStep[]> {
  const rows = await sql<Omit<Extract<PaymentStep, { kind: "reversed" }>, "kind">[]>`
    select received_at as at, kind as reversal, stage, amount from reversals
    where transaction_id = ${payment.id} order by received_at`;
  return rows.map((row) => ({ kind: "reversed", ...row }));
}

/** How the payment came to its operator: through the terminal that took it, else by the hand that moved it last. */
async function readAssignment(
  { sql }: Db,
  scope: Scope,
  { sessionId, payment, rest }: Told,
): Promise<PaymentStep[]> {
  const { operator_id: operatorId, operator_name: name, terminal_id: terminalId, paid_at: paidAt } = payment;
  if (!operatorId || !name) return [];
  const [place] = await sql<{ position: number }[]>`
    select t.position from operator_assignments a join terminals t using (session_id, terminal_id)
    where a.session_id = ${sessionId} and a.terminal_id = ${terminalId} and a.operator_id = ${operatorId}
      and a.assigned_from < ${endOfMoment(paidAt)} and coalesce(a.assigned_to, 'infinity') > ${paidAt}`;
  const step = { kind: "assigned" as const, operator_name: name };
  if (place)
    return [{ ...step, at: rest.createdAt, terminal_label: terminalLabel(place.position), by: null }];
  const [deed] = await sql<{ at: Date; by: string }[]>`
    select a.at, coalesce(nullif(m.name, ''), a.actor) as by
    from audit_entries a left join members m on m.id = a.member_id
    where a.organisation_id = ${scope.organisationId} and a.id > ${newId("auditEntry", rest.createdAt.getTime() - 60_000)}
      and a.session_id = ${sessionId} and a.action = 'assigned_payments' and a.subject in (${payment.id}, ${operatorId})
    order by a.id desc limit 1`;
  return [{ ...step, at: deed?.at ?? rest.createdAt, terminal_label: null, by: deed?.by ?? null }];
}
