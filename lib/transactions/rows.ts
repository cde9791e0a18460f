import type { z } from "zod";
import type { Db } from "@/lib/db/client";
import type { Transaction } from "./contract";

/** A transaction with the fields of the API (§2.5); amounts are kobo and times are dates. */
export type TransactionRow = z.output<typeof Transaction>;

/** The columns of §2.5 under their API names, for a select from `transactions t`. */
export function transactionColumns({ sql }: Db) {
  return sql`t.id, t.session_id, t.amount, t.currency, t.channel, t.status, t.sender_name, t.sender_account,
    t.sender_bank, t.narration, t.bank_ref, t.paid_at, t.created_at`;
}
