import type { z } from "zod";
import type { Id } from "@/lib/core/ids";
import type { Db } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { expectedPayments } from "@/lib/db/schema";
import type { ExpectedPayment } from "./contract";
import { statusExpression } from "./status";

/** A row of `expectedPaymentColumns`. */
export type ExpectedPaymentRow = RowOf<
  typeof expectedPayments,
  | "id"
  | "sessionId"
  | "reference"
  | "amount"
  | "amountToPay"
  | "matchByAmount"
  | "payer"
  | "status"
  | "amountPaid"
  | "paymentCount"
  | "expiresAt"
  | "createdAt"
  | "updatedAt"
> & { lastTransactionId: Id<"transaction"> | null };

/**
 * The columns of an expected payment `e`, with the status at this moment: one that has expired is shown as expired before
 * the loop has stored it. A new one has no transaction yet.
 */
export function expectedPaymentColumns({ sql }: Pick<Db, "sql">, isNew = false) {
  const lastTransaction = isNew
    ? sql`null`
    : sql`(select t.id from transactions t where t.session_id = e.session_id and t.sequence = e.last_transaction_sequence)`;
  return sql`e.id, e.session_id, e.reference, e.amount, e.amount_to_pay, e.match_by_amount, e.payer,
    ${statusExpression({ sql }, sql`e.amount_paid`)} as status, e.amount_paid, e.payment_count, e.expires_at,
    e.created_at, e.updated_at, ${lastTransaction} as last_transaction_id`;
}

/** Converts an expected payment to its form in the API. */
export function toExpectedPaymentJson(row: ExpectedPaymentRow): z.output<typeof ExpectedPayment> {
  return {
    id: row.id,
    session_id: row.sessionId,
    reference: row.reference,
    amount: row.amount,
    amount_to_pay: row.amountToPay,
    match_by_amount: row.matchByAmount,
    payer: row.payer,
    status: row.status,
    amount_paid: row.amountPaid,
    payment_count: row.paymentCount,
    last_transaction_id: row.lastTransactionId,
    expires_at: row.expiresAt,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  };
}
