import { z } from "zod";
import { nonBlankTextSchema, optional, Text, textSchema } from "@/lib/core/format/text";
import { idSchema } from "@/lib/core/ids";
import { Amount } from "@/lib/core/money";
import { Instant } from "@/lib/core/time";
import { Channel } from "@/lib/core/transaction";

/** The longest payer name or narration, in characters. */
const MAX_LENGTH = 100;
/** ₦100,000,000.00: above any real payment and far below the column's range. */
const MAX_TEST_KOBO = 10_000_000_000n;

/** A member's request for a test payment. */
export const TestPayment = z.object({
  session_id: idSchema("session"),
  channel: Channel,
  terminal_id: optional(Text),
  amount: Amount.refine(
    (kobo) => kobo > 0n && kobo <= MAX_TEST_KOBO,
    "must be more than 0.00 and at most 100000000.00",
  ),
  outcome: z.enum(["successful", "failed"]),
  payer: nonBlankTextSchema(MAX_LENGTH),
  narration: textSchema(MAX_LENGTH),
});

/** The result of a test payment. */
export const SentTestPayment = z.object({
  session_id: idSchema("session"),
  /** The bank whose notification was simulated. */
  provider: z.string(),
  /** The outcome of the notification, `recorded` if it succeeded. */
  outcome: z.string(),
  amount: Amount,
  /** Milliseconds from the notification to the stored transaction. */
  took_ms: z.number(),
  sent_at: Instant,
});
