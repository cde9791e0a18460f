import { dayIn } from "@/lib/core/time";
import type { BankCredit, BankMessage, BankSettlement, RawNotice } from "../provider";
import { readKobo } from "../wire/amount";
import { readMoment } from "../wire/clock";
import { creditOf } from "../wire/credit";
import {
  amountOf,
  identity,
  meaning,
  part,
  type Reading,
  readMessage,
  unreadable,
  word,
} from "../wire/message";

const Notice = part({
  event: word,
  data: part({
    id: word,
    transactionAmount: word,
    amount: word,
    fee: word,
    stampDuty: word,
    currency: word,
    type: word,
    status: word,
    narration: word,
    datetime: word,
    nipSessionId: word,
    transactionReference: word,
    reference: word,
    settlementStatus: word,
    details: part({ accountName: word, accountNumber: word, bank: part({ name: word, code: word }) }),
    virtualAccount: part({ bankAccount: part({ accountNumber: word }) }),
    cardPayment: part({ rrn: word }),
    transfer: part({ sender: word, description: word, sessionId: word }),
    terminal: part({ id: word, serialNumber: word }),
  }),
});
type Data = NonNullable<ReturnType<typeof Notice.parse>>["data"];

/** The documentation names `successful` and `failed`; `pending` is Lenco's word for the rest [C]. */
const STATUSES: Record<string, BankCredit["status"]> = {
  successful: "successful",
  pending: "pending",
  failed: "failed",
};

function transfer(data: Data, status: BankCredit["status"]): BankCredit {
  return creditOf({
    amount: amountOf("data.transactionAmount", data?.transactionAmount, "naira"),
    status,
    channel: "bank_transfer",
    account: data?.virtualAccount?.bankAccount?.accountNumber,
    senderName: data?.details?.accountName,
    senderAccount: data?.details?.accountNumber,
    senderBankCode: data?.details?.bank?.code,
    senderBankName: data?.details?.bank?.name,
    narration: data?.narration,
    refs: [data?.nipSessionId, data?.transactionReference, data?.id],
    ...common(data),
  });
}

function terminalPayment(data: Data): BankCredit {
  return creditOf({
    amount: amountOf("data.amount", data?.amount, "naira"),
    status: meaning("data.status", data?.status, STATUSES),
    channel: "pos",
    devices: [data?.terminal?.serialNumber, data?.terminal?.id],
    senderName: data?.transfer?.sender,
    narration: data?.transfer?.description,
    refs: [data?.cardPayment?.rrn, data?.transfer?.sessionId, data?.reference, data?.id],
    ...common(data),
  });
}

function common(data: Data) {
  return {
    paymentKey: identity("data.id", data?.id),
    currency: data?.currency,
    paidAt: data?.datetime,
    fee: readKobo(data?.fee, "naira"),
    stampDuty: readKobo(data?.stampDuty, "naira"),
  };
}

/**
 * One payment, settled. The documented message has one time, `datetime`, and none of the settlement itself [?]: the
 * settlement's day is the day of that time, in the business's time zone, so that a repeated message says the same.
 */
function settlement(data: Data, businessTimeZone: string): BankSettlement {
  if (data?.settlementStatus === "failed")
    return unreadable("data.settlementStatus", "says that it is not settled");
  const settledAt = readMoment(data?.datetime);
  if (!settledAt) return unreadable("data.datetime", "is not a time");
  const paymentKey = identity("data.id", data?.id);
  const amount = readKobo(data?.transactionAmount || data?.amount, "naira");
  return {
    kind: "settlement",
    reference: paymentKey,
    settledOn: dayIn(businessTimeZone, settledAt),
    payments: [amount === undefined ? { paymentKey } : { paymentKey, amount }],
  };
}

function readEvent(data: Data, event: string, businessTimeZone: string): Reading {
  switch (event) {
    case "virtual-account.transaction":
      if (data?.type === "debit") return { kind: "aside" };
      return transfer(data, meaning("data.status", data?.status, STATUSES));
    case "virtual-account.rejected-transaction":
      return transfer(data, "failed");
    case "pos-transaction":
      return terminalPayment(data);
    case "virtual-account.transaction.settled":
    case "pos-transaction.settled":
      return settlement(data, businessTimeZone);
    default:
      return { kind: "aside" };
  }
}

/** Reads a verified notice of Lenco: amounts as decimal strings of naira (the unit is not stated [?]). Never throws. */
export function parse(notice: RawNotice, context: { businessTimeZone: string }): BankMessage {
  return readMessage(notice.body, {
    shape: Notice,
    event: (wire) => wire.event,
    read: (wire, event) => readEvent(wire.data, event, context.businessTimeZone),
  });
}
