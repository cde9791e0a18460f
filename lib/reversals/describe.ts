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
}

const PHRASES = {
  reversal: { completed: "reversed", opened: "began to reverse", dismissed: "did not reverse" },
  refund: { completed: "refunded", opened: "cannot complete a refund of", dismissed: "did not refund" },
  dispute: {
    completed: "took back, after a lost dispute,",
    opened: "reports a dispute of",
    dismissed: "closed a dispute, without taking money back, of",
  },
} as const;

/** Builds the exception that a reversal opens, with or without a recorded payment. */
export function toReversalException(
  { kind, stage, reference, amount }: Reversal,
  correlationKey: string,
  transactionId?: Id<"transaction">,
): ExceptionDetails {
  const sum = amount > 0n ? ` (${formatKobo(amount)})` : "";
  const detail = transactionId
    ? `The bank ${PHRASES[kind][stage]} ${transactionId}${sum}. The recorded amount does not change; decide with the bank.`
    : `The bank ${PHRASES[kind][stage]} a payment that is not recorded${sum}. If the payment is reported later, this stays beside it.`;
  return {
    reason: "reversal",
    detail,
    correlationKey,
    facts: [kind, stage, reference, ...(transactionId ? [transactionId] : [])],
    amount,
    transactionId: transactionId ?? null,
  };
}
