import type { BankReversal } from "@/lib/bank";
import type { Id } from "@/lib/core/ids";
import { formatKobo, type Kobo } from "@/lib/core/money";
import type { ExceptionDetails } from "@/lib/exceptions";

export interface Reversal {
  kind: BankReversal["reversal"];
  stage: BankReversal["stage"];
  reference: string;
  /** 0 if the bank does not state it. */
  amount: Kobo;
  /** The due date of the answer to an opened dispute; null if the bank states none. */
  dueAt: Date | null;
}

/** Whether a person must act on it: a refund in progress needs no decision and opens no exception. */
export const needsDecision = ({ stage }: Pick<Reversal, "stage">): boolean => stage !== "pending";

const PHRASES = {
  reversal: {
    pending: "is reversing",
    completed: "reversed",
    opened: "began to reverse",
    dismissed: "did not reverse",
  },
  refund: {
    pending: "is refunding",
    completed: "refunded",
    opened: "cannot complete a refund of",
    dismissed: "did not refund",
  },
  dispute: {
    pending: "reports a dispute of",
    completed: "took back, after a lost dispute,",
    opened: "reports a dispute of",
    dismissed: "closed a dispute, without taking money back, of",
  },
} as const;

/** Builds the exception that a reversal opens, with or without a recorded payment. */
export function toReversalException(
  { kind, stage, reference, amount, dueAt }: Reversal,
  correlationKey: string,
  transactionId?: Id<"transaction">,
): ExceptionDetails {
  const sum = amount > 0n ? ` (${formatKobo(amount)})` : "";
  const due = dueAt ? ` An answer is due by ${dueAt.toISOString()}.` : "";
  const detail = transactionId
    ? `The bank ${PHRASES[kind][stage]} ${transactionId}${sum}.${due} The recorded amount does not change; decide with the bank.`
    : `The bank ${PHRASES[kind][stage]} a payment that is not recorded${sum}.${due} If the payment is reported later, this stays beside it.`;
  return {
    reason: "reversal",
    detail,
    correlationKey,
    facts: [kind, stage, reference, ...(transactionId ? [transactionId] : [])],
    amount,
    transactionId: transactionId ?? null,
  };
}
