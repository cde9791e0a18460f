import { z } from "zod";

/** How a payment was made (§2.5). */
export const CHANNELS = ["bank_transfer", "pos"] as const;
export const Channel = z.enum(CHANNELS).meta({ id: "Channel", description: "How the payment was made." });
export type Channel = z.output<typeof Channel>;

/** The statuses of a transaction (§2.5). */
export const TRANSACTION_STATUSES = ["successful", "pending", "failed"] as const;
export const TransactionStatus = z.enum(TRANSACTION_STATUSES).meta({
  id: "TransactionStatus",
  description: "The status that the bank reported last. Only `successful` payments count in amounts.",
});
export type TransactionStatus = z.output<typeof TransactionStatus>;

/** The states of a refund that a member requested; the last three are final. */
export const REFUND_STATES = [
  "awaiting_approval",
  "approved",
  "sending",
  "in_progress",
  "completed",
  "failed",
  "declined",
] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/** The types of outgoing events. `transaction.received` is the specification's (§6), the others are ours. */
export const EVENT_TYPES = ["transaction.received", "expected_payment.updated"] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** The statuses of an expected payment. */
export const EXPECTED_PAYMENT_STATUSES = ["awaiting", "paid", "underpaid", "overpaid", "expired"] as const;
export type ExpectedPaymentStatus = (typeof EXPECTED_PAYMENT_STATUSES)[number];

/** By what a transaction was matched with its expected payment. */
export type MatchedBy = "reference" | "amount";
