import type { ReturnStatus } from "@/lib/reversals/contract";
import type { RefundJson } from "./api";
import * as texts from "./texts";

/** Display texts of what came back of a payment. */
export const RETURN_LABELS: Record<Exclude<ReturnStatus, "none">, string> = {
  disputed: texts.disputed,
  reversed: texts.reversed,
  refunded: texts.refunded,
  refund_in_progress: texts.refundInProgress,
  partly_refunded: texts.partlyRefunded,
  refund_failed: texts.refundFailed,
};

/** Display texts of a requested refund's states. */
export const REFUND_LABELS: Record<RefundJson["state"], string> = {
  awaiting_approval: texts.awaitingApproval,
  approved: texts.approved,
  sending: texts.sentWaitingForTheBank,
  in_progress: texts.inProgressAtTheBank,
  completed: texts.refunded,
  failed: texts.failed,
  declined: texts.declined,
};
