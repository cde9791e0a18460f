import { readCharge } from "../parsing/amount";
import { buildCredit } from "../parsing/credit";
import {
  amountOf,
  entryOf,
  identity,
  mapStatus,
  optionalObject,
  parserOf,
  type Reading,
  scalar,
  unreadable,
} from "../parsing/message";
import { settlementDay, settlementLines } from "../parsing/settlement";
import { cleanText } from "../parsing/text";
import type { BankCredit, BankSettlement } from "../provider";

const Notice = optionalObject({
  event: scalar,
  data: optionalObject({
    id: scalar,
    transactionAmount: scalar,
    amount: scalar,
    fee: scalar,
    stampDuty: scalar,
    currency: scalar,
    type: scalar,
    status: scalar,
    narration: scalar,
    datetime: scalar,
    nipSessionId: scalar,
    transactionReference: scalar,
    reference: scalar,
    settlementStatus: scalar,
    settlementAmount: scalar,
    accountReference: scalar,
    details: optionalObject({
      accountName: scalar,
      accountNumber: scalar,
      bank: optionalObject({ name: scalar, code: scalar }),
    }),
    virtualAccount: optionalObject({ bankAccount: optionalObject({ accountNumber: scalar }) }),
    cardPayment: optionalObject({ rrn: scalar }),
    transfer: optionalObject({ sender: scalar, description: scalar, sessionId: scalar }),
    terminal: optionalObject({ id: scalar, serialNumber: scalar }),
  }),
});
type Data = NonNullable<ReturnType<typeof Notice.parse>>["data"];

/** The documentation names `successful` and `failed`; `pending` is Lenco's word for the rest [C]. */
const STATUSES: Record<string, BankCredit["status"]> = {
  successful: "successful",
  pending: "pending",
  failed: "failed",
};

/** The documented words for settled. */
const VIRTUAL_ACCOUNT_SETTLED = "settled";
const TERMINAL_SETTLED = "successful";
/** The documented types of a payment at a terminal. */
const TERMINAL_PAYMENTS: Record<string, BankCredit["channel"]> = { "card-payment": "pos", transfer: "pos" };
/** Whether a transfer's type says that money came in; the documentation always states it. */
const IS_CREDIT: Record<string, boolean> = { credit: true, debit: false };

/**
 * Lenco's kinds that say nothing of money that came in: transfers out, balances and the state of terminals [D]. After
 * the colon stands `data.type`: the same kind of a debit is a transfer out.
 */
export const IGNORED_KINDS = [
  "virtual-account.transaction:debit",
  "virtual-account.transaction.settled:debit",
  "virtual-account.rejected-transaction:debit",
  "transaction.successful",
  "transaction.failed",
  "account.balance-updated",
  "pos-terminal.updated",
] as const;

function transfer(data: Data, status: BankCredit["status"]): BankCredit {
  return buildCredit({
    amount: amountOf("data.transactionAmount", data?.transactionAmount, "naira"),
    status,
    channel: "bank_transfer",
    account: data?.virtualAccount?.bankAccount?.accountNumber,
    accountReference: data?.accountReference,
    senderName: data?.details?.accountName,
    senderAccount: data?.details?.accountNumber,
    senderBankCode: data?.details?.bank?.code,
    senderBankName: data?.details?.bank?.name,
    narration: data?.narration,
    refs: [data?.nipSessionId, data?.transactionReference, data?.id],
    ...common(data),
  });
}

/** A type that is stated must be a documented one. */
function terminalChannel(type: string | null | undefined): BankCredit["channel"] {
  if (type === null || type === undefined) return "pos";
  return entryOf(TERMINAL_PAYMENTS, cleanText(type).toLowerCase()) ?? "unsupported";
}

function terminalPayment(data: Data): BankCredit {
  return buildCredit({
    amount: amountOf("data.amount", data?.amount, "naira"),
    status: mapStatus("data.status", data?.status, STATUSES),
    channel: terminalChannel(data?.type),
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
    fee: readCharge(data?.fee, "naira"),
    stampDuty: readCharge(data?.stampDuty, "naira"),
  };
}

/**
 * One payment, settled. The documented message has one time, `datetime`, and none of the settlement itself [?]: the
 * settlement's day is the day of that time, in the business's time zone, so that a repeated message says the same.
 * Nothing is settled unless `settlementStatus` has the documented word for it. It is documented as present, and null
 * as the value of a terminal's payment that has no settlement: so where it is missing, the kind alone is no proof.
 */
function settlement(data: Data, settledWord: string, businessTimeZone: string): BankSettlement {
  if (cleanText(data?.settlementStatus).toLowerCase() !== settledWord)
    return unreadable("data.settlementStatus", `is not ${settledWord}`);
  const [member, text] =
    settledWord === VIRTUAL_ACCOUNT_SETTLED
      ? ["transactionAmount", data?.transactionAmount]
      : ["amount", data?.amount];
  const line = {
    index: 0,
    paymentKey: { member: "data.id", text: data?.id },
    gross: { member: `data.${member}`, text },
    net: { member: "data.settlementAmount", text: data?.settlementAmount },
    currency: data?.currency,
  };
  return {
    kind: "settlement",
    reference: identity("data.id", data?.id),
    settledOn: settlementDay("data.datetime", data?.datetime, businessTimeZone),
    ...settlementLines([line], "naira"),
  };
}

/** Reads the notification of a transfer if it is a credit: a debit is ignored, and any other type is unreadable. */
function ifCredit(data: Data, read: () => Reading): Reading {
  return mapStatus("data.type", data?.type, IS_CREDIT) ? read() : { kind: "ignored" };
}

/** Reads a verified notice of Lenco: amounts as decimal strings of naira (the unit is not stated [?]). Never throws. */
export const parse = parserOf({
  shape: Notice,
  unit: "naira",
  kind: (wire) => wire.event,
  kinds: {
    "virtual-account.transaction": ({ data }) =>
      ifCredit(data, () => transfer(data, mapStatus("data.status", data?.status, STATUSES))),
    "virtual-account.rejected-transaction": ({ data }) => ifCredit(data, () => transfer(data, "failed")),
    "virtual-account.transaction.settled": ({ data }, { businessTimeZone }) =>
      ifCredit(data, () => settlement(data, VIRTUAL_ACCOUNT_SETTLED, businessTimeZone)),
    "pos-transaction": ({ data }) => terminalPayment(data),
    "pos-transaction.settled": ({ data }, { businessTimeZone }) =>
      settlement(data, TERMINAL_SETTLED, businessTimeZone),
  },
  ignored: IGNORED_KINDS,
});
