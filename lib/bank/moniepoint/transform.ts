import { parsePaymentAmount, type Unit } from "../parsing/amount";
import { buildCredit } from "../parsing/credit";
import {
  createParser,
  mapStatus,
  optionalObject,
  requireAmount,
  requireIdentity,
  requirePaymentKeys,
  scalar,
  throwUnreadable,
  WRONG_TYPE,
} from "../parsing/message";
import { cleanText } from "../parsing/text";
import type { BankCredit, BankReversal } from "../provider";

const PayloadSchema = optionalObject({
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
type Payload = NonNullable<ReturnType<typeof PayloadSchema.parse>>;

/** The unit of `data.amount`, from community code [C]; the official sample is consistent but does not state it. */
const UNIT: Unit = "kobo";

/** The values of `data.transactionType` of a payment, from community code [C]; the official sample is AIRTIME. */
const PAYMENT_TYPE = /^((POS|CARD)[ _-])*(PURCHASE|TRANSFER)$/;

/**
 * Moniepoint's kinds that report no incoming payment: sales that the merchant pays from its own wallet. The first is in the
 * official sample [D], the rest from community code [C].
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

/** `PENDING` is in the official sample; the rest are from community code [C]. */
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

/** Statuses of a completed reversal; with any other status, even failed, the money may still go back. */
const REVERSED = new Set(["reversed", "approved", "completed", "successful", "success"]);

/**
 * Parses a terminal payment; `undefined` if `transactionType` is not a payment's, because an amount of unknown meaning is
 * never counted. A withdrawal is probably cash that an agent pays out [?].
 */
function payment(data: Payload["data"]): BankCredit | undefined {
  const type = data?.transactionType;
  if (type === WRONG_TYPE) throwUnreadable("data.transactionType", "is not a text");
  if (type && !PAYMENT_TYPE.test(cleanText(type).toUpperCase())) return undefined;
  return buildCredit({
    paymentKey: requireIdentity("data.transactionReference", data?.transactionReference),
    amount: requireAmount("data.amount", data?.amount, UNIT),
    status: mapStatus("data.transactionStatus", data?.transactionStatus, STATUSES),
    channel: "pos",
    currency: data?.currency,
    devices: [data?.terminalSerial],
    refs: [data?.retrievalReferenceNumber, data?.transactionReference, data?.merchantReference],
    paidAt: data?.transactionTime,
  });
}

/** Parses a reversal. The kind and its members are not documented [?], so every reference is a candidate payment key. */
function reversal(data: Payload["data"]): BankReversal {
  const amount = parsePaymentAmount(data?.amount, UNIT);
  const original = data?.originalTransactionReference;
  const status = cleanText(data?.transactionStatus);
  return {
    kind: "reversal",
    reversal: "reversal",
    stage: REVERSED.has(status.toLowerCase()) ? "completed" : "opened",
    paymentKeys: requirePaymentKeys("data.transactionReference", original, data?.transactionReference),
    reference: original ? cleanText(data?.transactionReference) : "",
    status,
    ...(amount !== undefined && { amount }),
  };
}

/** Parses a verified notification of Moniepoint. It names no payer; times have the offset `+0100`. Never throws. */
export const parse = createParser({
  shape: PayloadSchema,
  unit: UNIT,
  kind: (payload) => payload.eventType,
  kinds: {
    V1_POS_PURCHASE_TRANSACTION: ({ data }) => payment(data),
    V1_POS_TRANSFER_TRANSACTION: ({ data }) => payment(data),
    V1_POS_REVERSAL_TRANSACTION: ({ data }) => reversal(data),
  },
  ignored: IGNORED_KINDS,
});
