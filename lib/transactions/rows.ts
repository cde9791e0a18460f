import type { z } from "zod";
import type { Db } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { transactions } from "@/lib/db/schema";
import type { Transaction } from "./contract";

/** A transaction with the columns of the API (§2.5); amounts are kobo and times are dates. */
export type TransactionRow = RowOf<
  typeof transactions,
  | "id"
  | "sessionId"
  | "amount"
  | "currency"
  | "channel"
  | "status"
  | "senderName"
  | "senderAccount"
  | "senderBank"
  | "narration"
  | "bankRef"
  | "paidAt"
  | "createdAt"
>;

/** The columns of `TransactionRow`, for a select from `transactions t`. */
export function transactionColumns({ sql }: Db) {
  return sql`t.id, t.session_id, t.amount, t.currency, t.channel, t.status, t.sender_name, t.sender_account,
    t.sender_bank, t.narration, t.bank_ref, t.paid_at, t.created_at`;
}

/** Converts a transaction to its form in the API (§2.5). */
export function toTransactionJson(row: TransactionRow): z.output<typeof Transaction> {
  return {
    id: row.id,
    session_id: row.sessionId,
    amount: row.amount,
    currency: row.currency,
    channel: row.channel,
    status: row.status,
    sender_name: row.senderName,
    sender_account: row.senderAccount,
    sender_bank: row.senderBank,
    narration: row.narration,
    bank_ref: row.bankRef,
    paid_at: row.paidAt,
    created_at: row.createdAt,
  };
}
