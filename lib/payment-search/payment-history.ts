import type { z } from "zod";
import { isListedVersion, STATED_REVERSAL_EVENT } from "@/lib/bank";
import { type Id, newId, terminalLabel } from "@/lib/core/ids";
import { hasPermission, type Scope } from "@/lib/core/scope";
import { endOfMoment } from "@/lib/core/time";
import type { TransactionStatus } from "@/lib/core/transaction";
import type { Db } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { terminals } from "@/lib/db/schema";
import type { PaymentJson } from "@/lib/transactions/contract";
import type { PaymentStep } from "./contract";
import type { PaymentDetails } from "./payment";

interface PaymentWithDetails {
  sessionId: Id<"session">;
  payment: z.output<typeof PaymentJson>;
  rest: PaymentDetails;
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

/** Maximum attempts listed per webhook event, the latest ones. */
const MAX_ATTEMPTS = 5;

/** Reads a payment's history in chronological order; what was sent, with its receivers, only for callers who may see webhooks. */
export async function readHistory(db: Db, scope: Scope, details: PaymentWithDetails): Promise<PaymentStep[]> {
  const { payment, rest } = details;
  const deliveries = await readDeliveries(db, details);
  const wasPending = deliveries.some(({ status }) => status === "pending");
  // Each endpoint has its own delivery of a status.
  const finalDeliveries = deliveries.filter(
    ({ status }, index) =>
      wasPending && status !== "pending" && index === deliveries.findIndex((one) => one.status === status),
  );
  const notifications = await readNotifications(db, scope, details);
  const steps: PaymentStep[] = [
    { kind: "paid", at: payment.paid_at, into: rest.into, is_receipt: rest.paidAtIsReceipt },
    ...notifications.slice(0, 1),
    { kind: "recorded", at: rest.createdAt, status: wasPending ? "pending" : payment.status },
    ...notifications.slice(1),
    ...(await readReversals(db, details)),
    ...finalDeliveries.map(
      ({ createdAt, status }): PaymentStep => ({ kind: "status_changed", at: createdAt, status }),
    ),
    ...(hasPermission(scope, "see_webhooks") ? deliveries.map(toSentStep) : []),
    ...(await readAssignment(db, scope, details)),
  ];
  // The sort is stable: steps of the same time keep the order above. The payment itself is always first.
  return steps.sort((a, b) => rank(a) - rank(b) || a.at.getTime() - b.at.getTime());
}

/** Puts "paid" first even if the bank's clock is ahead of ours. */
const rank = ({ kind }: PaymentStep) => (kind === "paid" ? 0 : 1);

const readDeliveries = ({ sql }: Db, { sessionId, payment }: PaymentWithDetails) => sql<Delivery[]>`
  select d.id, d.transaction_status as status, d.state, d.created_at, d.attempt_count,
    e.url, coalesce(attempts.list, '[]'::json) as attempts
  from webhook_deliveries d join webhook_endpoints e on e.id = d.webhook_endpoint_id
  left join lateral (
    select json_agg(json_build_object('number', number, 'at', started_at, 'duration_ms', duration_ms, 'status', status,
      'error', error) order by number) as list
    from (select * from webhook_attempts where session_id = d.session_id and delivery_id = d.id
      order by number desc limit ${MAX_ATTEMPTS}) a
  ) attempts on true
  where d.session_id = ${sessionId} and d.transaction_id = ${payment.id} order by d.created_at`;

function toSentStep({ id, url, state, createdAt, attemptCount, attempts }: Delivery): PaymentStep {
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

/** The notifications about the payment; what the bank stated to have come back is a step of its own (`readReversals`). */
async function readNotifications(
  { sql }: Db,
  { mode }: Scope,
  { sessionId, rest: { provider, bankConnectionId, paymentKey } }: PaymentWithDetails,
): Promise<PaymentStep[]> {
  const rows = await sql<{ at: Date; event: string; adapterVersion: number }[]>`
    select received_at as at, event, adapter_version from bank_notifications
    where mode = ${mode} and bank_connection_id = ${bankConnectionId} and correlation_key = ${paymentKey} and session_id = ${sessionId}
      and event <> ${STATED_REVERSAL_EVENT}
    order by received_at limit 20`;
  return rows.map(({ adapterVersion, ...row }) => ({
    kind: isListedVersion(adapterVersion) ? "listed" : "notified",
    provider,
    ...row,
  }));
}

async function readReversals({ sql }: Db, { payment }: PaymentWithDetails): Promise<PaymentStep[]> {
  type Reversed = Extract<PaymentStep, { kind: "reversed" }>;
  const rows = await sql<(Omit<Reversed, "kind" | "due_at"> & { dueAt: Reversed["due_at"] })[]>`
    select received_at as at, kind as reversal, stage, amount, due_at from reversals
    where transaction_id = ${payment.id} order by received_at`;
  return rows.map(({ dueAt, ...row }) => ({ kind: "reversed", ...row, due_at: dueAt }));
}

/** How the payment was assigned to its operator: through its terminal, else by the member who last moved it. */
async function readAssignment(
  { sql }: Db,
  scope: Scope,
  { sessionId, payment, rest }: PaymentWithDetails,
): Promise<PaymentStep[]> {
  const { operator_id: operatorId, operator_name: name, terminal_id: terminalId, paid_at: paidAt } = payment;
  if (!operatorId || !name) return [];
  const [terminal] = await sql<RowOf<typeof terminals, "position">[]>`
    select t.position from operator_assignments a join terminals t using (session_id, terminal_id)
    where a.session_id = ${sessionId} and a.terminal_id = ${terminalId} and a.operator_id = ${operatorId}
      and a.assigned_from < ${endOfMoment(paidAt)} and coalesce(a.assigned_to, 'infinity') > ${paidAt}`;
  const step = { kind: "assigned" as const, operator_name: name };
  if (terminal)
    return [{ ...step, at: rest.createdAt, terminal_label: terminalLabel(terminal.position), by: null }];
  const [entry] = await sql<{ at: Date; by: string }[]>`
    select a.at, coalesce(nullif(m.name, ''), a.actor) as by
    from audit_entries a left join members m on m.id = a.member_id
    where a.organisation_id = ${scope.organisationId} and a.id > ${newId("auditEntry", rest.createdAt.getTime() - 60_000)}
      and a.session_id = ${sessionId} and a.action = 'assigned_payments' and a.subject in (${payment.id}, ${operatorId})
    order by a.id desc limit 1`;
  return [{ ...step, at: entry?.at ?? rest.createdAt, terminal_label: null, by: entry?.by ?? null }];
}
