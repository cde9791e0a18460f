import type { ReturnStatus } from "@/lib/reversals/contract";
import type { RefundJson } from "./api";

/** Display texts of what came back of a payment. */
export const RETURN_LABELS: Record<Exclude<ReturnStatus, "none">, string> = {
  disputed: "Disputed",
  reversed: "Reversed",
  refunded: "Refunded",
  refund_in_progress: "Refund in progress",
  partly_refunded: "Partly refunded",
  refund_failed: "Refund failed",
};

/** Display texts of a requested refund's states. */
export const REFUND_LABELS: Record<RefundJson["state"], string> = {
  awaiting_approval: "Awaiting approval",
  approved: "Approved",
  sending: "Sent, waiting for the bank",
  in_progress: "In progress at the bank",
  completed: "Refunded",
  failed: "Failed",
  declined: "Declined",
};
