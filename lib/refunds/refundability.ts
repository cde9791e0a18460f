import { findLiveConnection } from "@/lib/bank";
import { Failure, notFound } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import type { Kobo } from "@/lib/core/money";
import type { Scope } from "@/lib/core/scope";
import type { Db } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { transactions } from "@/lib/db/schema";
import { onServerOf, requireSession } from "@/lib/db/session-state";
import { type Returns, type ReturnsRow, returnsColumns, toReturns } from "@/lib/reversals";
import type { Rules } from "./settings";

export interface PaymentRef {
  sessionId: Id<"session">;
  transactionId: Id<"transaction">;
}

/** A payment with what came back of it. */
export interface RefundablePayment
  extends RowOf<typeof transactions, "amount" | "status" | "mode" | "bankConnectionId" | "paymentKey"> {
  returns: Returns;
}

/** Reads a payment of the caller's session. Throws `Failure("not_found")`. */
export async function requirePayment(
  db: Db,
  scope: Scope,
  { sessionId, transactionId }: PaymentRef,
): Promise<RefundablePayment> {
  await requireSession(db, scope, sessionId);
  const [row] = await db.sql<(Omit<RefundablePayment, "returns"> & ReturnsRow)[]>`
    select t.amount, t.status, t.mode, t.bank_connection_id, t.payment_key, ${returnsColumns(db)}
    from (
      select * from transactions where id = ${transactionId} ${onServerOf(db, "session_id", sessionId)} offset 0) t
    where t.session_id = ${sessionId}`;
  if (!row) throw notFound("payment");
  const { reports, requested, ...payment } = row;
  return { ...payment, returns: toReturns(row.amount, { reports, requested }) };
}

/** How a payment's bank can refund it. `why` says what a member can do about it. */
export type Refundability = { method: "bank" } | { method: "manual" | "none"; why: string };

/**
 * Returns how a payment is refunded: by the service if its bank's API can, and the connection is the organisation's or the
 * operator of the service allows the deployment's; manually if the bank cannot be asked.
 */
export async function findRefundability(
  { organisationId }: Scope,
  { mode, bankConnectionId }: Pick<RefundablePayment, "mode" | "bankConnectionId">,
  { deploymentAllowed }: Rules,
): Promise<Refundability> {
  if (mode === "test")
    return { method: "manual", why: "A payment in test mode has no bank. Mark it as refunded manually." };
  const connection = await findLiveConnection(bankConnectionId);
  if (!connection?.provider.refund)
    return {
      method: "manual",
      why: "This bank makes no refunds for us. Refund it at the bank, then mark it as refunded manually.",
    };
  if (connection.organisationId !== null && connection.organisationId !== organisationId)
    return { method: "none", why: "The payment belongs to another bank connection." };
  if (connection.organisationId === null && !deploymentAllowed)
    return {
      method: "none",
      why: "Refunds at the service's own bank connection are not allowed for your organisation. Ask the operator of the service.",
    };
  return { method: "bank" };
}

/**
 * Says why a refund that was requested can no longer be made; `undefined` if it can: a dispute was opened, or something else
 * came back of the payment since.
 */
export function findObstacle({ amount, returns }: RefundablePayment, refund: Kobo): string | undefined {
  if (returns.status === "disputed") return "The payment has an open dispute.";
  if (returns.returned + refund > amount) return "The payment was refunded or reversed meanwhile.";
  return undefined;
}

/** Throws `Failure("conflict")` unless a payment can have a refund of this amount now; `isManual` if it was made already. */
export function requireRefundable(
  { status, returns }: RefundablePayment,
  amount: Kobo,
  isManual = false,
): void {
  const refuse = (detail: string) => new Failure("conflict", { detail });
  if (status !== "successful") throw refuse("Only a successful payment can be refunded.");
  if (!isManual && returns.status === "disputed")
    throw refuse("The payment has an open dispute. It can be refunded once the bank has closed the dispute.");
  if (returns.refundable === 0n) throw refuse("Nothing is left to refund of this payment.");
  if (amount > returns.refundable)
    throw refuse("The amount is more than what is left to refund of this payment.");
}
