import { z } from "zod";
import { Amount } from "@/lib/core/money";
import { Instant } from "@/lib/core/time";

/** What came back, or may come back, of a payment; the first that applies, in the order of urgency. */
const RETURN_STATUSES = [
  "disputed",
  "reversed",
  "refunded",
  "refund_in_progress",
  "partly_refunded",
  "refund_failed",
  "none",
] as const;
export type ReturnStatus = (typeof RETURN_STATUSES)[number];

/** What came back of a payment, on the dashboard. */
export const PaymentReturns = z.object({
  status: z.enum(RETURN_STATUSES),
  /** The refunds, reversals and lost disputes, at most the payment's amount. */
  returned: Amount,
  /** The due date of the answer to an open dispute; null if the bank states none. */
  dispute_due_at: Instant.nullable(),
});

/** What came back of the payments of an event. */
export const EventReturns = z.object({
  /** The sum of what came back of the successful payments. */
  returned_total: Amount,
  /** The number of payments of which something came back. */
  returned_count: z.int(),
  /** The inflow less that. */
  net_total: Amount,
});
