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
  sender_name: z
    .string()
    .meta({ description: "The payer's name; empty if unknown.", examples: ["EFE AKPAN"] }),
  sender_account: z.string().meta({
    description: "The payer's account number as the bank reports it, masked by some; empty if unknown.",
    examples: ["XXXXXX9157"],
  }),
  sender_bank: z.string().meta({
    description: "The payer's bank: its 3-digit CBN code, else the code that the bank reports.",
    examples: ["033"],
  }),
  narration: z.string().meta({ description: "The payer's text; may be empty.", examples: ["Table 5653"] }),
};

const paidAt = Instant.meta({
  description: "When the payer paid; the time of receipt if the bank states no plausible time.",
});

/** §2.5. */
export const Transaction = z
  .object({
    id: idSchema("transaction"),
    session_id: idSchema("session"),
    ...sharedFields,
    bank_ref: z.string().meta({
      description: "The bank's reference, for people; may repeat.",
      examples: ["sim_3f38dd3ee81a_0000005"],
    }),
    paid_at: paidAt,
    created_at: Instant.meta({ description: "When the transaction was recorded." }),
  })
  .meta({ id: "Transaction", description: "A payment to a session.", section: "2.5" });

/** The `data` of `transaction.received` (§6). */
export const EventData = z.object({ id: idSchema("transaction"), ...sharedFields, paid_at: paidAt }).meta({
  id: "TransactionReceivedData",
  description: "The transaction, without `session_id`, `bank_ref` and `created_at`.",
});

/** The body of the event `transaction.received` (§6). */
export const TransactionReceived = z
  .object({ event: z.literal("transaction.received"), session_id: idSchema("session"), data: EventData })
  .meta({
    id: "TransactionReceived",
    title: "A payment was recorded or reached its next status",
    description:
      "Sent to the session's `webhook_url` once for each status that a transaction reaches, the first included. " +
      "`webhook-id` and body are the same at every attempt.",
    section: "6",
  });

/** The query of list transactions (§4.9). */
export const TransactionsQuery = z.object({
  session_id: z
    .string({ error: "is required: send the id of the session" })
    .min(1, "must not be empty")
    .meta({ description: "The id of the session.", examples: ["ses_01m86m8an8bx56e7cbahqc5ne7"] }),
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
  /** The expected payment that it was matched with; null if there is none. */
  order: z.object({ expected_payment_id: idSchema("expectedPayment"), reference: z.string() }).nullable(),
});
