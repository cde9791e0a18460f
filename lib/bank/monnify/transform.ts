import { z } from "zod";
import { readKobo, readPayment } from "../parsing/amount";
import { buildCredit } from "../parsing/credit";
import {
  amountOf,
  identity,
  listOf,
  mapStatus,
  optionalObject,
  parserOf,
  paymentKeysOf,
  scalar,
  unreadable,
} from "../parsing/message";
import { settlementDay, settlementLines } from "../parsing/settlement";
import { cleanText } from "../parsing/text";
import type { BankCredit, BankReversal, BankSettlement } from "../provider";

const Source = z.object({
  accountName: scalar,
  accountNumber: scalar,
  bankCode: scalar,
  bankName: scalar,
  sessionId: scalar,
  amountPaid: scalar,
});
/** An array for a credit, an object for a rejection, `{}` for cash: the first payer there is. */
const Sources = z
  .union([z.array(Source).transform((sources) => sources[0]), Source])
  .nullish()
  .catch(null);

const Notice = optionalObject({
  eventType: scalar,
  eventData: optionalObject({
    transactionReference: scalar,
    paymentReference: scalar,
    product: optionalObject({ reference: scalar }),
    paidOn: scalar,
    created_on: scalar,
    paymentDescription: scalar,
    paymentSourceInformation: Sources,
    destinationAccountInformation: optionalObject({ accountNumber: scalar }),
    paymentRejectionInformation: optionalObject({ destinationAccountNumber: scalar }),
    amountPaid: scalar,
    settlementAmount: scalar,
    paymentMethod: scalar,
    paymentStatus: scalar,
    currency: scalar,
    settlementReference: scalar,
    settlementTime: scalar,
    transactions: listOf(
      optionalObject({
        transactionReference: scalar,
        amountPaid: scalar,
        settlementAmount: scalar,
        currency: scalar,
      }),
    ),
    refundReference: scalar,
    refundAmount: scalar,
    refundStatus: scalar,
  }),
});
type Wire = NonNullable<ReturnType<typeof Notice.parse>>;

/** Monnify's statuses of a transaction: those beyond `PAID` are from its API's reference [C]. */
const STATUSES: Record<string, BankCredit["status"]> = {
  paid: "successful",
  overpaid: "successful",
  partially_paid: "successful",
  pending: "pending",
  failed: "failed",
  abandoned: "failed",
  cancelled: "failed",
  expired: "failed",
  reversed: "failed",
};

/**
 * Monnify's kinds that say nothing of money that came in or goes back: a refund that failed, so that the money stays,
 * payouts (disbursements), mandates and balances [D].
 */
export const IGNORED_KINDS = [
  "FAILED_REFUND",
  "SUCCESSFUL_DISBURSEMENT",
  "FAILED_DISBURSEMENT",
  "REVERSED_DISBURSEMENT",
  "MANDATE_UPDATE",
  "ACCOUNT_ACTIVITY",
  "LOW_BALANCE_ALERT",
] as const;

function payment(data: Wire["eventData"]): BankCredit {
  const amount = amountOf("eventData.amountPaid", data?.amountPaid, "naira");
  const net = readKobo(data?.settlementAmount, "naira");
  return buildCredit({
    paymentKey: identity("eventData.transactionReference", data?.transactionReference),
    amount,
    status: mapStatus("eventData.paymentStatus", data?.paymentStatus, STATUSES),
    channel: data?.paymentMethod === "ACCOUNT_TRANSFER" ? "bank_transfer" : "unsupported",
    account: data?.destinationAccountInformation?.accountNumber,
    paidAt: data?.paidOn,
    fee: net !== undefined && net <= amount ? amount - net : undefined,
    ...parties(data),
  });
}

/** Money refused and sent back: a payment that failed. What was expected of it (`eventData.amount`) is no matter here. */
function rejection(data: Wire["eventData"]): BankCredit {
  const source = data?.paymentSourceInformation;
  return buildCredit({
    paymentKey: identity(
      "eventData.transactionReference",
      data?.transactionReference || data?.paymentReference,
    ),
    amount: amountOf("eventData.paymentSourceInformation.amountPaid", source?.amountPaid, "naira"),
    status: "failed",
    channel: "bank_transfer",
    account: data?.paymentRejectionInformation?.destinationAccountNumber,
    paidAt: data?.paidOn || data?.created_on,
    ...parties(data),
  });
}

function parties(data: Wire["eventData"]) {
  const source = data?.paymentSourceInformation;
  return {
    currency: data?.currency,
    accountReference: data?.product?.reference,
    senderName: source?.accountName,
    senderAccount: source?.accountNumber,
    senderBankCode: source?.bankCode,
    senderBankName: source?.bankName,
    narration: data?.paymentDescription,
    refs: [source?.sessionId, data?.transactionReference, data?.paymentReference],
  };
}

/** A settlement lists its payments, gross; its day is its own, in the business's time zone (§2.7). */
function settlement(data: Wire["eventData"], businessTimeZone: string): BankSettlement {
  const transactions = data?.transactions ?? [];
  if (transactions.length === 0) return unreadable("eventData.transactions", "names no payment");
  const lines = transactions.map((one, index) => ({
    index,
    paymentKey: { member: "transactionReference", text: one?.transactionReference },
    gross: { member: "amountPaid", text: one?.amountPaid },
    net: { member: "settlementAmount", text: one?.settlementAmount },
    currency: one?.currency,
  }));
  return {
    kind: "settlement",
    reference: identity("eventData.settlementReference", data?.settlementReference),
    settledOn: settlementDay("eventData.settlementTime", data?.settlementTime, businessTimeZone),
    ...settlementLines(lines, "naira"),
  };
}

/** Money sent back to its payer: the notification names the original transaction [D]. */
function refund(data: Wire["eventData"]): BankReversal {
  const amount = readPayment(data?.refundAmount, "naira");
  return {
    kind: "reversal",
    reversal: "refund",
    stage: "completed",
    paymentKeys: paymentKeysOf("eventData.transactionReference", data?.transactionReference),
    reference: cleanText(data?.refundReference),
    status: cleanText(data?.refundStatus),
    ...(amount !== undefined && { amount }),
  };
}

/** Reads a verified notice of Monnify: amounts in naira, as a number or a string; times on Lagos's clock. Never throws. */
export const parse = parserOf({
  shape: Notice,
  unit: "naira",
  kind: (wire) => wire.eventType,
  kinds: {
    SUCCESSFUL_TRANSACTION: ({ eventData }) => payment(eventData),
    REJECTED_PAYMENT: ({ eventData }) => rejection(eventData),
    SUCCESSFUL_REFUND: ({ eventData }) => refund(eventData),
    SETTLEMENT: ({ eventData }, { businessTimeZone }) => settlement(eventData, businessTimeZone),
  },
  ignored: IGNORED_KINDS,
});
