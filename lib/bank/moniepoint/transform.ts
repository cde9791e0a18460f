import { readPayment, type Unit } from "../parsing/amount";
import { buildCredit } from "../parsing/credit";
import {
  amountOf,
  identity,
  mapStatus,
  optionalObject,
  parserOf,
  paymentKeysOf,
  scalar,
  unreadable,
  WRONG_TYPE,
} from "../parsing/message";
import { cleanText } from "../parsing/text";
import type { BankCredit, BankReversal } from "../provider";

const Notice = optionalObject({
  eventType: scalar,
  data: optionalObject({
    amount: scalar,
    terminalSerial: scalar,
    transactionTime: scalar,
    transactionType: scalar,
    transactionStatus: scalar,
    transactionReference: scalar,
    originalTransactionReference: scalar,
    currency: scalar,
    retrievalReferenceNumber: scalar,
    merchantReference: scalar,
  }),
});
type Wire = NonNullable<ReturnType<typeof Notice.parse>>;

/** The unit of `data.amount`: from community code [C]; the official sample agrees, but does not say so. */
const UNIT: Unit = "kobo";

/** The words that `data.transactionType` of a payment consists of; the official sample says AIRTIME, these are lore [C]. */
const PAYMENT_TYPE = /^((POS|CARD)[ _-])*(PURCHASE|TRANSFER)$/;

/**
 * Moniepoint's kinds that say nothing of money that came in: what the merchant sells from the terminal and pays out of
 * its own wallet. The first is in the official sample [D]; the rest name the other sales of a terminal [C].
 */
export const IGNORED_KINDS = [
  "V1_POS_AIRTIME_TRANSACTION",
  "V1_POS_DATA_TRANSACTION",
  "V1_POS_BILL_TRANSACTION",
  "V1_POS_BILLS_TRANSACTION",
  "V1_POS_BILL_PAYMENT_TRANSACTION",
  "V1_POS_BILL_PURCHASE_TRANSACTION",
  "V1_POS_UTILITY_TRANSACTION",
] as const;

/** `PENDING` is in the official sample; the rest are community code's words [C]. */
const STATUSES: Record<string, BankCredit["status"]> = {
  pending: "pending",
  processing: "pending",
  approved: "successful",
  completed: "successful",
  successful: "successful",
  success: "successful",
  failed: "failed",
  declined: "failed",
  cancelled: "failed",
  expired: "failed",
  reversed: "failed",
};

/** Statuses of a reversal that has gone through; by any other, also a failed one, the money may go back. */
const REVERSED = new Set(["reversed", "approved", "completed", "successful", "success"]);

/**
 * A payment at a terminal. Where `transactionType` names anything else, it is none after all: money with an unknown
 * meaning is never counted. A withdrawal is probably cash that an agent pays out [?].
 */
function payment(data: Wire["data"]): BankCredit | undefined {
  const type = data?.transactionType;
  if (type === WRONG_TYPE) unreadable("data.transactionType", "is not a text");
  if (type && !PAYMENT_TYPE.test(cleanText(type).toUpperCase())) return undefined;
  return buildCredit({
    paymentKey: identity("data.transactionReference", data?.transactionReference),
    amount: amountOf("data.amount", data?.amount, UNIT),
    status: mapStatus("data.transactionStatus", data?.transactionStatus, STATUSES),
    channel: "pos",
    currency: data?.currency,
    devices: [data?.terminalSerial],
    refs: [data?.retrievalReferenceNumber, data?.transactionReference, data?.merchantReference],
    paidAt: data?.transactionTime,
  });
}

/** A payment taken back: the kind and its members are not documented [?], so every reference is tried. */
function reversal(data: Wire["data"]): BankReversal {
  const amount = readPayment(data?.amount, UNIT);
  const original = data?.originalTransactionReference;
  const status = cleanText(data?.transactionStatus);
  return {
    kind: "reversal",
    reversal: "reversal",
    stage: REVERSED.has(status.toLowerCase()) ? "completed" : "opened",
    paymentKeys: paymentKeysOf("data.transactionReference", original, data?.transactionReference),
    reference: original ? cleanText(data?.transactionReference) : "",
    status,
    ...(amount !== undefined && { amount }),
  };
}

/** Reads a verified notice of Moniepoint's terminals. It names no payer; times carry `+0100`. Never throws. */
export const parse = parserOf({
  shape: Notice,
  unit: UNIT,
  kind: (wire) => wire.eventType,
  kinds: {
    V1_POS_PURCHASE_TRANSACTION: ({ data }) => payment(data),
    V1_POS_TRANSFER_TRANSACTION: ({ data }) => payment(data),
    V1_POS_REVERSAL_TRANSACTION: ({ data }) => reversal(data),
  },
  ignored: IGNORED_KINDS,
});
