import { z } from "zod";
import { idSchema } from "@/lib/core/ids";
import { Amount } from "@/lib/core/money";
import { PageQuery } from "@/lib/core/pagination";
import { Instant } from "@/lib/core/time";

/** The fields of a transaction that the API and the outgoing event share (§2.5, §6). */
const sharedFields = {
  amount: Amount,
  currency: z.literal("NGN"),
  channel: z.enum(["bank_transfer", "pos"]),
  status: z.enum(["successful", "pending", "failed"]),
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
