import { z } from "zod";
import { textSchema } from "@/lib/core/format/text";
import { idSchema } from "@/lib/core/ids";
import { Amount, parseNaira } from "@/lib/core/money";
import { Instant } from "@/lib/core/time";
import { REFUND_STATES } from "@/lib/core/transaction";

const MAX_REASON_LENGTH = 500;
const MAX_REFERENCE_LENGTH = 200;

/** An amount of a request in naira, such as 1,500.00; more than nothing. */
const NairaText = z.string().transform((text, context) => {
  const kobo = parseNaira(text);
  if (kobo !== undefined && kobo > 0n) return kobo;
  context.addIssue({
    code: "custom",
    message: "must be an amount in naira of more than nothing, such as 1500.00",
  });
  return z.NEVER;
});

const filled = (length: number, what: string) =>
  textSchema(length)
    .transform((text) => text.trim())
    .refine((text) => text !== "", `is required: ${what}`);

/** A request for a refund. Repeated with the same key it returns the same refund. */
export const RequestRefund = z.object({
  request_key: z.string().regex(/^[\w-]{8,64}$/, "must be 8 to 64 letters, digits, - and _"),
  amount: NairaText,
  reason: filled(MAX_REASON_LENGTH, "say why the payer gets it back"),
});

/** A refund that was made outside the service, with the bank's reference of it. */
export const MarkRefunded = RequestRefund.extend({
  bank_reference: filled(MAX_REFERENCE_LENGTH, "enter the bank's reference of the refund"),
});

/** A second person's decision. */
export const DecideRefund = z.object({ decision: z.enum(["approve", "decline"]) });

/** A refund that a member requested. */
export const RefundJson = z.object({
  id: idSchema("refund"),
  session_id: idSchema("session"),
  transaction_id: idSchema("transaction"),
  method: z.enum(["bank", "manual"]),
  amount: Amount,
  reason: z.string(),
  state: z.enum(REFUND_STATES),
  requested_by: z.string(),
  requested_at: Instant,
  decided_by: z.string().nullable(),
  bank_reference: z.string(),
  /** The bank's status or reason; `""` if there is none. */
  detail: z.string(),
  finished_at: Instant.nullable(),
  /** Whether the caller asked for it and so may not decide on it. */
  is_own: z.boolean(),
});

/** The refunds of a payment, latest first, and what else can be refunded. */
export const PaymentRefunds = z.object({
  refunds: z.array(RefundJson),
  refundable: Amount,
  /** How a refund is made: `bank` by the service, `manual` outside it, `none` not now. */
  method: z.enum(["bank", "manual", "none"]),
  /** Why there is no refund by the service now; `""` if there is. */
  why_not: z.string(),
});

/** The refunds that wait for a second person, oldest first. */
export const RefundQueue = z.object({ refunds: z.array(RefundJson.extend({ event: z.string() })) });

/** An organisation's rules. */
export const RefundSettings = z.object({
  /** The sum of a day's refunds above which a second person approves; null: every refund. */
  approval_above: Amount.nullable(),
  /** Whether refunds at the deployment's own connections are allowed; only the operator of the service changes it. */
  deployment_allowed: z.boolean(),
});

/** A change of the rules; the amount is in naira, null for every refund. */
export const ChangeRefundSettings = z.object({
  approval_above: z
    .string()
    .nullable()
    .transform((text, context) => {
      if (text === null) return null;
      const kobo = parseNaira(text);
      if (kobo !== undefined && kobo >= 0n) return kobo;
      context.addIssue({ code: "custom", message: "must be an amount in naira, such as 50000.00, or null" });
      return z.NEVER;
    }),
});
