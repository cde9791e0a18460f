import type { z } from "zod";
import type { PaymentReturns } from "@/lib/reversals/contract";
import { Instant } from "../shared/format/instant";
import { Chip } from "../ui/display/chip";
import { RETURN_LABELS } from "./labels";
import * as texts from "./texts";

type Returns = z.input<typeof PaymentReturns>;

/** What came back of a payment; nothing if nothing did. */
export function ReturnChip({ returns }: { returns: Returns | null }) {
  if (!returns || returns.status === "none") return null;
  const isUrgent = returns.status === "disputed" || returns.status === "refund_failed";
  return <Chip tone={isUrgent ? "red" : "amber"}>{RETURN_LABELS[returns.status]}</Chip>;
}

/** The due date of an open dispute, if the bank states one. */
export function DisputeDue({ returns }: { returns: Returns | null }) {
  if (!returns?.dispute_due_at) return null;
  return (
    <p className="mt-1 text-amber text-meta">
      {texts.answerTheDisputeBy}
      <Instant at={returns.dispute_due_at} as="full" />
    </p>
  );
}
