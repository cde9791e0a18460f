import { parseFee } from "../parsing/amount";
import { buildCredit } from "../parsing/credit";
import {
  createParser,
  getOwnEntry,
  mapStatus,
  optionalObject,
  type ParsedMessage,
  requireAmount,
  requireIdentity,
  scalar,
  throwUnreadable,
} from "../parsing/message";
import { parseSettlementAmounts, parseSettlementDay, parseSettlementLines } from "../parsing/settlement";
import { cleanText } from "../parsing/text";
import type { BankCredit, BankSettlement } from "../provider";

const PayloadSchema = optionalObject({
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
type Data = NonNullable<ReturnType<typeof PayloadSchema.parse>>["data"];

/** `successful` and `failed` are documented; `pending` is from community code [C]. */
const STATUSES: Record<string, BankCredit["status"]> = {
  successful: "successful",
  pending: "pending",
  failed: "failed",
};

const REJECTED = "virtual-account.rejected-transaction";
/** The documented values of a settled status. */
const VIRTUAL_ACCOUNT_SETTLED = "settled";
const TERMINAL_SETTLED = "successful";
/** The documented types of a terminal payment. */
const TERMINAL_PAYMENTS: Record<string, BankCredit["channel"]> = { "card-payment": "pos", transfer: "pos" };
/** Whether a transfer's type is an incoming payment; the documentation always states the type. */
const IS_CREDIT: Record<string, boolean> = { credit: true, debit: false };

/**
 * Lenco's kinds that report no incoming payment: outgoing transfers, balances and the state of terminals [D]. The part
 * after the colon is `data.type`: with `debit` the same kind is an outgoing transfer.
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
    amount: requireAmount("data.transactionAmount", data?.transactionAmount, "naira"),
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

/** Returns `pos` for an absent or documented type, else `unsupported`. */
function terminalChannel(type: string | null | undefined): BankCredit["channel"] {
  if (type === null || type === undefined) return "pos";
  return getOwnEntry(TERMINAL_PAYMENTS, cleanText(type).toLowerCase()) ?? "unsupported";
}

function terminalPayment(data: Data): BankCredit {
  return buildCredit({
    amount: requireAmount("data.amount", data?.amount, "naira"),
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
    paymentKey: requireIdentity("data.id", data?.id),
    currency: data?.currency,
    paidAt: data?.datetime,
    fee: parseFee(data?.fee, "naira"),
    stampDuty: parseFee(data?.stampDuty, "naira"),
  };
}

/**
 * Parses the settlement of one payment. The documented message has only `datetime` and no settlement time [?], so the
 * settlement's day is the day of `datetime` in the business's time zone, which is the same in a repeated message. Requires
 * the documented value of `settlementStatus`: it is documented as always present, and null for a terminal payment without
 * a settlement, so the kind alone is not sufficient.
 */
function settlement(data: Data, settledStatus: string, businessTimeZone: string): BankSettlement {
  if (cleanText(data?.settlementStatus).toLowerCase() !== settledStatus)
    return throwUnreadable("data.settlementStatus", `is not ${settledStatus}`);
  const [member, text] =
    settledStatus === VIRTUAL_ACCOUNT_SETTLED
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
    reference: requireIdentity("data.id", data?.id),
    settledOn: parseSettlementDay("data.datetime", data?.datetime, businessTimeZone),
    ...parseSettlementAmounts(
      { gross: text, fees: data?.fee, stampDuty: data?.stampDuty, net: data?.settlementAmount },
      "naira",
    ),
    ...parseSettlementLines([line], "naira"),
  };
}

const toData = (json: unknown): Data => PayloadSchema.parse({ data: json })?.data;

/** Parses a transfer of Lenco's API, which has the members of a notification. Throws `Unreadable`. */
export function parseTransfer(json: unknown): BankCredit {
  const data = toData(json);
  return transfer(data, mapStatus("data.status", data?.status, STATUSES));
}

/** Parses a terminal payment of Lenco's API, which has the members of a notification. Throws `Unreadable`. */
export function parseTerminalPayment(json: unknown): BankCredit {
  return terminalPayment(toData(json));
}

/** Parses a row of Lenco's list, whose `type` is the name of the notification [D]. Throws `Unreadable`. */
export function parseListedTransfer(json: unknown): BankCredit {
  const data = toData(json);
  return data?.type === REJECTED ? transfer(data, "failed") : parseTransfer(json);
}

/** Parses a transfer if its type is credit; a debit is ignored, any other type is unreadable. */
function ifCredit(data: Data, read: () => ParsedMessage): ParsedMessage {
  return mapStatus("data.type", data?.type, IS_CREDIT) ? read() : { kind: "ignored" };
}

/** Parses a verified notification of Lenco: amounts as decimal strings in naira (the unit is not stated [?]). Never throws. */
export const parse = createParser({
  shape: PayloadSchema,
  unit: "naira",
  kind: (payload) => payload.event,
  kinds: {
    "virtual-account.transaction": ({ data }) =>
      ifCredit(data, () => transfer(data, mapStatus("data.status", data?.status, STATUSES))),
    [REJECTED]: ({ data }) => ifCredit(data, () => transfer(data, "failed")),
    "virtual-account.transaction.settled": ({ data }, { businessTimeZone }) =>
      ifCredit(data, () => settlement(data, VIRTUAL_ACCOUNT_SETTLED, businessTimeZone)),
    "pos-transaction": ({ data }) => terminalPayment(data),
    "pos-transaction.settled": ({ data }, { businessTimeZone }) =>
      settlement(data, TERMINAL_SETTLED, businessTimeZone),
  },
  ignored: IGNORED_KINDS,
});
