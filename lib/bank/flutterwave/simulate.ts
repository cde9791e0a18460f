import { formatBankAmount } from "../parsing/amount";
import { findBank } from "../parsing/bank-names";
import type { ComposedNotification, SimulatedCredit } from "../provider";
import { SIGNATURE_HEADER, sign } from "./verify";

const STATUSES = { successful: "succeeded", pending: "pending", failed: "failed" } as const;

/** Builds Flutterwave's signed notification of a transfer into a static account. */
export function compose(credit: SimulatedCredit, secret: string): ComposedNotification {
  const body = JSON.stringify({
    webhook_id: `wbk_${credit.paymentKey}`,
    timestamp: credit.paidAt.getTime(),
    type: "charge.completed",
    data: {
      id: credit.paymentKey,
      amount: formatBankAmount(credit.amount, "naira"),
      currency: "NGN",
      status: STATUSES[credit.status],
      reference: credit.bankRef,
      description: credit.narration,
      account_number: credit.account,
      created_datetime: credit.paidAt.toISOString(),
      payment_method: {
        type: "bank_transfer",
        bank_transfer: {
          account_type: "static",
          originator_name: credit.senderName,
          originator_account_number: credit.senderAccount,
          originator_bank_name: findBank(credit.senderBank)?.name ?? "",
        },
      },
    },
  });
  return { headers: { "content-type": "application/json", [SIGNATURE_HEADER]: sign(body, secret) }, body };
}
