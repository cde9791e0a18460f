import { z } from "zod";
import { idSchema } from "@/lib/core/ids";
import { Amount } from "@/lib/core/money";
import { PageQuery } from "@/lib/core/pagination";
import { Instant } from "@/lib/core/time";
import { Channel, TransactionStatus } from "@/lib/core/transaction";
import { PaymentReturns } from "@/lib/reversals/contract";

/** The fields of a transaction that the API and the outgoing event share (§2.5, §6). */
const sharedFields = {
  amount: Amount,
  currency: z.literal("NGN"),
  channel: Channel,
  status: TransactionStatus,
  sender_name: z.string(),
  sender_account: z.string(),
  sender_bank: z.string(),
  narration: z.string(),
};

/** §2.5. */
export const Transaction = z.object({
  id: idSchema("transaction"),
  session_id: idSchema("session"),
  ...sharedFields,
  bank_ref: z.string(),
  paid_at: Instant,
  created_at: Instant,
});

/** The `data` of `transaction.received` (§6). */
export const EventData = z.object({ id: idSchema("transaction"), ...sharedFields, paid_at: Instant });

/** The query of list transactions (§4.9). */
export const TransactionsQuery = z.object({
  session_id: z.string({ error: "is required: send the id of the session" }).min(1, "must not be empty"),
  ...PageQuery,
});

/** A row of a payments list. It never contains a complete account number; that is a separate request with a permission. */
export const PaymentJson = z.object({
  id: idSchema("transaction"),
  /** 1, 2, …: gapless within the event, in the order of recording. */
  sequence: z.int(),
  paid_at: Instant,
  sender_name: z.string(),
  /** The code of the payer's bank (§2.5). */
  sender_bank: z.string(),
  /** The bank's common name, or its code if the name is unknown. */
  bank_name: z.string(),
  /** The last four digits of the payer's account number; `""` if unknown. */
  account_tail: z.string(),
  narration: z.string(),
  channel: Channel,
  terminal_id: z.string().nullable(),
  /** `Terminal 4`. */
  terminal_label: z.string().nullable(),
  operator_id: idSchema("operator").nullable(),
  operator_name: z.string().nullable(),
  status: TransactionStatus,
  amount: Amount,
  /** Refunds, reversals and disputes; null if there are none. */
  returns: PaymentReturns.nullable(),
});
