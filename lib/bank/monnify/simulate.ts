import { writeKobo } from "../parsing/amount";
import { lagosClock } from "../parsing/clock";
import type { ComposedNotice, SimulatedCredit, SimulatedSettlement } from "../provider";
import { SIGNATURE_HEADER, sign } from "./verify";

/** Writes what Monnify would post of this transfer, signed: a failed one is `REJECTED_PAYMENT`. Monnify has no POS. */
export function compose(credit: SimulatedCredit, secret: string) {
  const [eventType, eventData] =
    credit.status === "failed"
      ? ["REJECTED_PAYMENT", rejection(credit)]
      : ["SUCCESSFUL_TRANSACTION", payment(credit)];
  return signed({ eventType, eventData }, secret);
}

function signed(message: object, secret: string): ComposedNotice {
  const body = JSON.stringify(message);
  return { headers: { "content-type": "application/json", [SIGNATURE_HEADER]: sign(body, secret) }, body };
}

/** Writes what Monnify would post of a settlement, signed: one notice that names every payment. */
export function composeSettlement(settlement: SimulatedSettlement, secret: string): ComposedNotice[] {
  const transactions = settlement.payments.map(({ paymentKey, amount }) => ({
    transactionReference: paymentKey,
    paymentReference: paymentKey,
    amountPaid: writeKobo(amount, "naira"),
  }));
  const eventData = {
    settlementReference: settlement.reference,
    settlementTime: lagosClock(settlement.settledAt),
    transactionsCount: transactions.length,
    transactions,
  };
  return [signed({ eventType: "SETTLEMENT", eventData }, secret)];
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
    product: { type: "RESERVED_ACCOUNT" },
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
