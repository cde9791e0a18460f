import { formatBankAmount } from "../parsing/amount";
import { formatLagosTime } from "../parsing/time";
import type { ComposedNotification, SimulatedCredit, SimulatedSettlement } from "../provider";
import { SIGNATURE_HEADER, sign } from "./verify";

/** Builds Monnify's signed notification of a transfer; a failed one is `REJECTED_PAYMENT`. Monnify has no POS. */
export function compose(credit: SimulatedCredit, secret: string) {
  const [eventType, eventData] =
    credit.status === "failed"
      ? ["REJECTED_PAYMENT", rejection(credit)]
      : ["SUCCESSFUL_TRANSACTION", payment(credit)];
  return signed({ eventType, eventData }, secret);
}

function signed(message: object, secret: string): ComposedNotification {
  const body = JSON.stringify(message);
  return { headers: { "content-type": "application/json", [SIGNATURE_HEADER]: sign(body, secret) }, body };
}

/** Builds Monnify's signed notification of a settlement, which lists every payment. */
export function composeSettlement(settlement: SimulatedSettlement, secret: string): ComposedNotification[] {
  const transactions = settlement.payments.map(({ paymentKey, amount }) => ({
    transactionReference: paymentKey,
    paymentReference: paymentKey,
    amountPaid: formatBankAmount(amount, "naira"),
  }));
  const eventData = {
    settlementReference: settlement.reference,
    settlementTime: formatLagosTime(settlement.settledAt),
    transactionsCount: transactions.length,
    transactions,
  };
  return [signed({ eventType: "SETTLEMENT", eventData }, secret)];
}

function source(credit: SimulatedCredit) {
  return {
    bankCode: credit.senderBank,
    amountPaid: formatBankAmount(credit.amount, "naira"),
    accountName: credit.senderName,
    sessionId: credit.bankRef,
    accountNumber: credit.senderAccount,
  };
}

function payment(credit: SimulatedCredit) {
  const amount = formatBankAmount(credit.amount, "naira");
  return {
    product: { type: "RESERVED_ACCOUNT" },
    transactionReference: credit.paymentKey,
    paymentReference: credit.paymentKey,
    paidOn: formatLagosTime(credit.paidAt),
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
    created_on: formatLagosTime(credit.paidAt),
    paymentDescription: credit.narration,
    metaData: "",
    paymentSourceInformation: source(credit),
    paymentRejectionInformation: {
      destinationAccountNumber: credit.account,
      rejectionReason: "UNDER_PAYMENT",
    },
  };
}
