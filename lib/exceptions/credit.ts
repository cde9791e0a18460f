import { z } from "zod";
import type { BankCredit } from "@/lib/bank";
import { Amount } from "@/lib/core/money";
import { Instant } from "@/lib/core/time";
import { CHANNELS, TransactionStatus } from "@/lib/core/transaction";

/** A credit as an exception stores it, so that it can still be recorded later. */
const StoredCredit = z.object({
  kind: z.literal("credit"),
  paymentKey: z.string(),
  amount: Amount,
  currency: z.string(),
  channel: z.enum([...CHANNELS, "unsupported"]),
  status: TransactionStatus,
  account: z.string(),
  accountReference: z.string().default(""),
  devices: z.array(z.string()),
  senderName: z.string(),
  senderAccount: z.string(),
  senderBank: z.string(),
  senderBankName: z.string(),
  narration: z.string(),
  bankRef: z.string(),
  paidAt: Instant.optional(),
  fee: Amount.optional(),
  stampDuty: Amount.optional(),
  needsConfirmation: z.boolean().optional(),
});

/** Serialises a credit to JSON text. */
export function stringifyCredit(credit: BankCredit): string {
  return JSON.stringify(z.encode(StoredCredit, credit));
}

/** Parses a stored credit. Throws if the stored JSON is not a credit. */
export function parseCredit(stored: unknown): BankCredit {
  return StoredCredit.parse(stored);
}
