import { z } from "zod";
import { idOf } from "@/lib/core/ids";
import { Amount } from "@/lib/core/money";
import { filledTextUpTo, optional, Text, textUpTo } from "@/lib/core/text";
import { Instant } from "@/lib/core/time";

/** A line of a bank's notice has no room for more. */
const MAX_LENGTH = 100;
/** More than anybody pays at once, and far from the end of a column: ₦100,000,000.00. */
const MAX_TEST_KOBO = 10_000_000_000n;

/** A payment that is none, as a member asks for it. */
export const TestPayment = z.object({
  session_id: idOf("session"),
  channel: z.enum(["bank_transfer", "pos"]),
  terminal_id: optional(Text),
  amount: Amount.refine(
    (kobo) => kobo > 0n && kobo <= MAX_TEST_KOBO,
    "must be more than 0.00 and at most 100000000.00",
  ),
  outcome: z.enum(["successful", "failed"]),
  payer: filledTextUpTo(MAX_LENGTH),
  narration: textUpTo(MAX_LENGTH),
});

/** What became of it. */
export const SentTestPayment = z.object({
  session_id: idOf("session"),
  /** The bank that told of it. */
  provider: z.string(),
  /** `recorded`, or what else became of the notice. */
  fate: z.string(),
  amount: Amount,
  /** From the bank's notice to the record. */
  took_ms: z.number(),
  sent_at: Instant,
});
