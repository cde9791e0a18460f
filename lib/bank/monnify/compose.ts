import type { SimulatedCredit } from "../provider";
import { writeKobo } from "../wire/amount";
import { lagosClock } from "../wire/clock";
import { SIGNATURE_HEADER, sign } from "./verify";

/** Writes what Monnify would post of this transfer, signed: a failed one is `REJECTED_PAYMENT`. Monnify has no POS. */
export function compose(credit: SimulatedCredit, secret: string) {
  const [eventType, eventData] =
    credit.status === "failed"
      ? ["REJECTED_PAYMENT", rejection(credit)]
      : ["SUCCESSFUL_TRANSACTION", payment(credit)];
  const body = JSON.stringify({ eventType, eventData });
  return { headers: { "content-type": "application/json", [SIGNATURE_HEADER]: sign(body, secret) }, body };
}

function source(credit: SimulatedCredit) {
  return {
    bankCode: credit.senderBank,
    amountPaid: writeKobo(credit.amount, "naira"),
    accountName: credit.senderName,
    sessionId: credit.bankRef,
    accountNumber: credit.senderAccount,
  };
}

function payment(credit: SimulatedCredit) {
  const amount = writeKobo(credit.amount, "naira");
  return {
    product: { reference: credit.account, type: "RESERVED_ACCOUNT" },
    transactionReference: credit.paymentKey,
    paymentReference: credit.paymentKey,
    paidOn: lagosClock(credit.paidAt),
    paymentDescription: credit.narration,
    metaData: {},
    paymentSourceInformation: [source(credit)],
    destinationAccountInformation: { accountNumber: credit.account },
    amountPaid: amount,
    totalPayable: amount,
    cardDetails: {},
    paymentMethod: "ACCOUNT_TRANSFER",
    currency: "NGN",
    settlementAmount: amount,
    paymentStatus: "PAID",
  };
}

function rejection(credit: SimulatedCredit) {
  return {
    transactionReference: credit.paymentKey,
    paymentReference: credit.paymentKey,
    created_on: lagosClock(credit.paidAt),
    paymentDescription: credit.narration,
    metaData: "",
    paymentSourceInformation: source(credit),
    paymentRejectionInformation: {
      destinationAccountNumber: credit.account,
      rejectionReason: "UNDER_PAYMENT",
    },
  };
}
