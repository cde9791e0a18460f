import { parseFee, parsePaymentAmount } from "../parsing/amount";
import { buildCredit } from "../parsing/credit";
import { referenceOfEmail } from "../parsing/customer";
import {
  createParser,
  decodeJson,
  getOwnEntry,
  mapStatus,
  optionalObject,
  requireAmount,
  requireIdentity,
  requirePaymentKeys,
  scalar,
  throwUnreadable,
  WRONG_TYPE,
} from "../parsing/message";
import { cleanText, firstNonEmptyText } from "../parsing/text";
import type { BankCredit, BankMessage, BankReversal, RawNotification } from "../provider";

const PayloadSchema = optionalObject({
  event: scalar,
  data: optionalObject({
    id: scalar,
    reference: scalar,
    amount: scalar,
    status: scalar,
    channel: scalar,
    currency: scalar,
    paid_at: scalar,
    created_at: scalar,
    fees: scalar,
    authorization: optionalObject({
      sender_name: scalar,
      sender_bank: scalar,
      sender_bank_account_number: scalar,
      receiver_bank_account_number: scalar,
      narration: scalar,
    }),
    metadata: optionalObject({
      receiver_account_number: scalar,
      virtual_terminal: optionalObject({ code: scalar }),
    }),
    source: optionalObject({ source: scalar, identifier: scalar }),
    bank_transfer: optionalObject({ amount: scalar, transaction_id: scalar }),
    customer: optionalObject({ email: scalar }),
    transaction: optionalObject({ reference: scalar, status: scalar }),
    transaction_reference: scalar,
    refund_reference: scalar,
    refund_amount: scalar,
  }),
});
type Payload = NonNullable<ReturnType<typeof PayloadSchema.parse>>;

const STATUSES: Record<string, BankCredit["status"]> = {
  success: "successful",
  failed: "failed",
  abandoned: "failed",
  reversed: "failed",
  pending: "pending",
  ongoing: "pending",
  processing: "pending",
  queued: "pending",
};
const CHANNELS: Record<string, BankCredit["channel"]> = {
  dedicated_nuban: "bank_transfer",
  bank_transfer: "bank_transfer",
  pos: "pos",
};

/**
 * Paystack's kinds that report no incoming or returned payment: payouts, accounts, customers and mandates; invoices,
 * payment requests and subscriptions, whose payments are reported as `charge.success`; and intermediate steps of a refund
 * or dispute [D].
 */
export const IGNORED_KINDS = [
  "charge.dispute.remind",
  "refund.pending",
  "refund.processing",
  "refund.failed",
  "transfer.success",
  "transfer.failed",
  "transfer.reversed",
  "dedicatedaccount.assign.success",
  "dedicatedaccount.assign.failed",
  "customeridentification.success",
  "customeridentification.failed",
  "paymentrequest.pending",
  "paymentrequest.success",
  "invoice.create",
  "invoice.update",
  "invoice.payment_failed",
  "subscription.create",
  "subscription.disable",
  "subscription.not_renew",
  "subscription.expiring_cards",
] as const;

/** Codes of Virtual Terminals begin with this [D]; that a charge names one in `metadata.virtual_terminal.code` is not documented [?]. */
const VIRTUAL_TERMINAL = /^VT_/;

/** The channel of a charge: a transfer at a Virtual Terminal is a payment at a terminal. */
function channelOf(data: Payload["data"]): BankCredit["channel"] {
  const channel = getOwnEntry(CHANNELS, data?.channel) ?? "unsupported";
  const isVirtual = VIRTUAL_TERMINAL.test(cleanText(data?.metadata?.virtual_terminal?.code));
  return isVirtual && channel === "bank_transfer" ? "pos" : channel;
}

/**
 * Converts a charge to what version 2 parsed: it took the channel of a transfer at a Virtual Terminal as it is. `body` is the
 * notification's.
 */
export function toVersion2(message: BankMessage, { body }: RawNotification): BankMessage {
  if (message.kind !== "credit" || message.channel !== "pos") return message;
  const data = PayloadSchema.parse(decodeJson(body))?.data;
  return { ...message, channel: getOwnEntry(CHANNELS, data?.channel) ?? message.channel };
}

function charge(data: Payload["data"]): BankCredit {
  const atTerminal = data?.source?.source === "pos";
  return buildCredit({
    paymentKey: requireIdentity("data.reference", data?.reference),
    amount: requireAmount("data.amount", data?.amount, "kobo"),
    status: mapStatus("data.status", data?.status, STATUSES),
    channel: channelOf(data),
    devices: [atTerminal ? data?.source?.identifier : null, data?.metadata?.virtual_terminal?.code],
    refs: [data?.reference],
    fee: parseFee(data?.fees, "kobo"),
    ...payer(data),
  });
}

/** Parses a transaction of Paystack's API, which has the members of `charge.success`. Throws `Unreadable`. */
export function parseCharge(json: unknown): BankCredit {
  return charge(PayloadSchema.parse({ data: json })?.data);
}

/**
 * Parses a rejected transfer as a separate failed payment, identified by the transfer's id. It names no account [D], so
 * the session is found by the customer's address, which contains its id.
 */
function rejection(data: Payload["data"]): BankCredit {
  const transfer = data?.bank_transfer;
  return buildCredit({
    paymentKey: requireIdentity("data.bank_transfer.transaction_id", transfer?.transaction_id),
    amount: requireAmount("data.bank_transfer.amount", transfer?.amount, "kobo"),
    status: "failed",
    channel: "bank_transfer",
    refs: [transfer?.transaction_id],
    ...payer(data),
    accountReference: referenceOfEmail(data?.customer?.email),
  });
}

/** Parses a refund, which names the original payment [D]. */
function refund(data: Payload["data"], stage: BankReversal["stage"]): BankReversal {
  const keys = [data?.transaction_reference, data?.transaction?.reference];
  const amount = parsePaymentAmount(data?.amount, "kobo");
  return {
    kind: "reversal",
    reversal: "refund",
    stage,
    paymentKeys: requirePaymentKeys("data.transaction_reference", ...keys),
    reference: firstNonEmptyText(data?.refund_reference, data?.id),
    status: cleanText(data?.status),
    ...(amount !== undefined && { amount }),
  };
}

function dispute(data: Payload["data"], stage: BankReversal["stage"]): BankReversal {
  const amount = parsePaymentAmount(data?.refund_amount, "kobo");
  return {
    kind: "reversal",
    reversal: "dispute",
    stage,
    paymentKeys: requirePaymentKeys("data.transaction.reference", data?.transaction?.reference),
    reference: cleanText(data?.id),
    status: cleanText(data?.status),
    ...(amount !== undefined && { amount }),
  };
}

/** Parses a resolved dispute. It may have been declined: the money goes back only if the transaction is reversed [D]. */
function resolution(data: Payload["data"]): BankReversal {
  const status = data?.transaction?.status;
  if (!status || status === WRONG_TYPE) return throwUnreadable("data.transaction.status", "is missing");
  return dispute(data, cleanText(status).toLowerCase() === "reversed" ? "completed" : "dismissed");
}

/** Returns the payer's fields. Paystack gives the bank's name and a masked account; both are passed through. */
function payer(data: Payload["data"]) {
  const details = data?.authorization;
  return {
    currency: data?.currency,
    account: details?.receiver_bank_account_number || data?.metadata?.receiver_account_number,
    senderName: details?.sender_name,
    senderAccount: details?.sender_bank_account_number,
    senderBankName: details?.sender_bank,
    narration: details?.narration,
    paidAt: data?.paid_at || data?.created_at,
  };
}

/** Parses a verified notification of Paystack: amounts in kobo, as numbers or strings; times in UTC. Never throws. */
export const parse = createParser({
  shape: PayloadSchema,
  unit: "kobo",
  kind: (payload) => payload.event,
  kinds: {
    "charge.success": ({ data }) => charge(data),
    "bank.transfer.rejected": ({ data }) => rejection(data),
    "refund.processed": ({ data }) => refund(data, "completed"),
    "refund.needs-attention": ({ data }) => refund(data, "opened"),
    "charge.dispute.create": ({ data }) => dispute(data, "opened"),
    "charge.dispute.resolve": ({ data }) => resolution(data),
  },
  ignored: IGNORED_KINDS,
});
