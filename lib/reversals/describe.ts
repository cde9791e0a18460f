import type { BankReversal } from "@/lib/bank";
import type { Id } from "@/lib/core/ids";
import { formatKobo, type Kobo } from "@/lib/core/money";
import type { ExceptionDetails } from "@/lib/exceptions";

export interface Reversal {
  kind: BankReversal["reversal"];
  stage: BankReversal["stage"];
  reference: string;
  /** 0 where the bank does not say. */
  amount: Kobo;
}

const WHAT = {
  reversal: { completed: "reversed", opened: "began to reverse", dismissed: "did not reverse" },
  refund: { completed: "refunded", opened: "cannot complete a refund of", dismissed: "did not refund" },
  dispute: {
    completed: "took back, after a lost dispute,",
    opened: "reports a dispute of",
    dismissed: "closed a dispute, without taking money back, of",
  },
} as const;

/** The exception that a reversal opens, beside the recorded payment or before there is one. */
export function reversalException(
  { kind, stage, reference, amount }: Reversal,
  subject: string,
  transactionId?: Id<"transaction">,
): ExceptionDetails {
  const sum = amount > 0n ? ` (${formatKobo(amount)})` : "";
  const detail = transactionId
    ? `The bank ${WHAT[kind][stage]} ${transactionId}${sum}. The recorded amount does not change; decide with the bank.`
    : `The bank ${WHAT[kind][stage]} a payment that is not recorded${sum}. If the payment is reported later, this stays beside it.`;
  return {
    reason: "reversal",
    detail,
    subject,
    facts: [kind, stage, reference, ...(transactionId ? [transactionId] : [])],
    amount,
    transactionId: transactionId ?? null,
  };
}
