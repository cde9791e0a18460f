import { recordAudit } from "@/lib/audit";
import { assertDefined } from "@/lib/core/errors/assert";
import { Failure } from "@/lib/core/errors/errors";
import { type Id, newId } from "@/lib/core/ids";
import { formatKobo, type Kobo } from "@/lib/core/money";
import { requireActor, type Scope } from "@/lib/core/scope";
import type { RefundState } from "@/lib/core/transaction";
import { asOrganisationTx, type Db } from "@/lib/db/client";
import { refreshPayment } from "@/lib/reversals";
import {
  findRefundability,
  type PaymentRef,
  type RefundablePayment,
  requirePayment,
  requireRefundable,
} from "./refundability";
import { type RefundRow, refundColumns } from "./row";
import { lockRules, needsApproval, type Rules } from "./settings";

interface RefundInput extends PaymentRef {
  requestKey: string;
  amount: Kobo;
  reason: string;
}

/**
 * Requests the refund of a payment at its bank, to its payer. It is sent by `processDueRefunds`, after a second person's
 * approval if the organisation's rules need one. A repeated request returns the same refund. Throws
 * `Failure("not_found")`; `Failure("conflict")` if the payment cannot be refunded by the service or by this amount, has a
 * refund that is not final, or the key was used for another request.
 */
export function requestRefund(scope: Scope, input: RefundInput): Promise<RefundRow> {
  return createOnce(scope, input, "bank", async (db, payment, rules) => {
    const found = await findRefundability(scope, payment, rules);
    if (found.method !== "bank") throw new Failure("conflict", { detail: found.why });
    requireRefundable(payment, input.amount);
    const state = (await needsApproval(db, scope, rules, input.amount)) ? "awaiting_approval" : "approved";
    return { state, bankReference: "" };
  });
}

/**
 * Notes that a payment was refunded outside the service, where the service cannot refund it. Throws like `requestRefund`.
 */
export function markRefunded(
  scope: Scope,
  input: RefundInput & { bankReference: string },
): Promise<RefundRow> {
  return createOnce(scope, input, "manual", async (_db, payment, rules) => {
    const found = await findRefundability(scope, payment, rules);
    if (found.method !== "manual")
      throw new Failure("conflict", {
        detail:
          found.method === "none" ? found.why : "The service can refund this payment at its bank: refund it.",
      });
    requireRefundable(payment, input.amount, true);
    return { state: "completed", bankReference: input.bankReference };
  });
}

type Decide = (
  db: Db,
  payment: RefundablePayment,
  rules: Rules,
) => Promise<{ state: RefundState; bankReference: string }>;

/** Creates a refund, or returns the one that was created with the same key. The rules are locked before the payment is read. */
async function createOnce(
  scope: Scope,
  input: RefundInput,
  method: RefundRow["method"],
  decide: Decide,
): Promise<RefundRow> {
  const { organisationId } = scope;
  const row = await asOrganisationTx(organisationId, async (db) => {
    await requirePayment(db, scope, input);
    const rules = await lockRules(db, organisationId);
    const existing = await findByKey(db, scope, input, method);
    if (existing) return existing;
    const payment = await requirePayment(db, scope, input);
    await refuseSecond(db, input.transactionId);
    const decided = await decide(db, payment, rules);
    return insertRefund(db, scope, { ...input, ...payment, amount: input.amount, ...decided, method });
  });
  await refreshPayment(input.transactionId);
  return row;
}

async function findByKey(
  db: Db,
  { organisationId }: Scope,
  { requestKey, transactionId, amount }: RefundInput,
  method: RefundRow["method"],
): Promise<RefundRow | undefined> {
  const [found] = await db.sql<RefundRow[]>`
    select ${refundColumns(db)} from refunds f
    where f.organisation_id = ${organisationId} and f.request_key = ${requestKey}`;
  if (!found) return undefined;
  if (found.transactionId === transactionId && found.amount === amount && found.method === method)
    return found;
  throw new Failure("conflict", {
    detail: "This request key was used for another refund. Open the payment again.",
  });
}

/** At most one refund of a payment is not final, so that a second press of any screen makes no second refund. */
async function refuseSecond({ sql }: Db, transactionId: Id<"transaction">): Promise<void> {
  const [open] = await sql`
    select from refunds where transaction_id = ${transactionId} and finished_at is null`;
  if (open)
    throw new Failure("conflict", {
      detail: "Another refund of this payment is not finished. Wait until it is.",
    });
}

interface NewRefund extends RefundInput, Pick<RefundablePayment, "bankConnectionId" | "paymentKey"> {
  method: RefundRow["method"];
  state: RefundState;
  bankReference: string;
}

async function insertRefund(db: Db, scope: Scope, refund: NewRefund): Promise<RefundRow> {
  const { organisationId, mode } = scope;
  const actor = requireActor(scope);
  const now = new Date();
  const [row] = await db.sql<RefundRow[]>`
    insert into refunds as f (id, organisation_id, mode, session_id, transaction_id, bank_connection_id, payment_key, method,
      amount, reason, request_key, requested_by, requested_member_id, requested_at, state, bank_reference, due_at, finished_at)
    values (${newId("refund")}, ${organisationId}, ${mode}, ${refund.sessionId}, ${refund.transactionId},
      ${refund.bankConnectionId}, ${refund.paymentKey}, ${refund.method}, ${refund.amount}, ${refund.reason},
      ${refund.requestKey}, ${actor.email}, ${actor.memberId}, ${now}, ${refund.state}, ${refund.bankReference},
      ${refund.state === "approved" ? now : null}, ${refund.state === "completed" ? now : null})
    returning ${refundColumns(db)}`;
  const inserted = assertDefined(row, "the inserted refund is returned");
  await recordAudit(db, scope, {
    action: refund.method === "bank" ? "requested_refund" : "marked_refunded",
    subject: inserted.id,
    sessionId: refund.sessionId,
    details: {
      payment: refund.transactionId,
      amount: formatKobo(refund.amount),
      reason: refund.reason,
      ...(refund.bankReference && { reference: refund.bankReference }),
      ...(refund.state === "awaiting_approval" && { approval: "required" }),
    },
    at: now,
  });
  return inserted;
}
