import { readCharge, readPayment } from "../parsing/amount";
import { buildCredit } from "../parsing/credit";
import {
  amountOf,
  entryOf,
  identity,
  mapStatus,
  optionalObject,
  parserOf,
  paymentKeysOf,
  scalar,
  unreadable,
  WRONG_TYPE,
} from "../parsing/message";
import { cleanText, firstText } from "../parsing/text";
import type { BankCredit, BankReversal } from "../provider";

const Notice = optionalObject({
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
    transaction: optionalObject({ reference: scalar, status: scalar }),
    transaction_reference: scalar,
    refund_reference: scalar,
    refund_amount: scalar,
  }),
});
type Wire = NonNullable<ReturnType<typeof Notice.parse>>;

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
 * Paystack's kinds that say nothing of money that came in or goes back: payouts, accounts, customers and mandates;
 * invoices, payment requests and subscriptions, whose payments come as `charge.success`; and the steps of a refund or
 * dispute that change nothing [D].
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

function charge(data: Wire["data"]): BankCredit {
  const atTerminal = data?.source?.source === "pos";
  return buildCredit({
    paymentKey: identity("data.reference", data?.reference),
    amount: amountOf("data.amount", data?.amount, "kobo"),
    status: mapStatus("data.status", data?.status, STATUSES),
    channel: entryOf(CHANNELS, data?.channel) ?? "unsupported",
    devices: [atTerminal ? data?.source?.identifier : null, data?.metadata?.virtual_terminal?.code],
    refs: [data?.reference],
    fee: readCharge(data?.fees, "kobo"),
    ...payer(data),
  });
}

/** A transfer sent back to its payer: a payment of its own that failed, under the transfer's own identity. */
function rejection(data: Wire["data"]): BankCredit {
  const transfer = data?.bank_transfer;
  return buildCredit({
    paymentKey: identity("data.bank_transfer.transaction_id", transfer?.transaction_id),
    amount: amountOf("data.bank_transfer.amount", transfer?.amount, "kobo"),
    status: "failed",
    channel: "bank_transfer",
    refs: [transfer?.transaction_id],
    ...payer(data),
  });
}

/** Money sent back to a payer: the notification names the original payment [D]. */
function refund(data: Wire["data"], stage: BankReversal["stage"]): BankReversal {
  const keys = [data?.transaction_reference, data?.transaction?.reference];
  const amount = readPayment(data?.amount, "kobo");
  return {
    kind: "reversal",
    reversal: "refund",
    stage,
    paymentKeys: paymentKeysOf("data.transaction_reference", ...keys),
    reference: firstText(data?.refund_reference, data?.id),
    status: cleanText(data?.status),
    ...(amount !== undefined && { amount }),
  };
}

function dispute(data: Wire["data"], stage: BankReversal["stage"]): BankReversal {
  const amount = readPayment(data?.refund_amount, "kobo");
  return {
    kind: "reversal",
    reversal: "dispute",
    stage,
    paymentKeys: paymentKeysOf("data.transaction.reference", data?.transaction?.reference),
    reference: cleanText(data?.id),
    status: cleanText(data?.status),
    ...(amount !== undefined && { amount }),
  };
}

/** A dispute can be resolved by declining it: the money goes back only if the transaction has been reversed [D]. */
function resolution(data: Wire["data"]): BankReversal {
  const status = data?.transaction?.status;
  if (!status || status === WRONG_TYPE) return unreadable("data.transaction.status", "is missing");
  return dispute(data, cleanText(status).toLowerCase() === "reversed" ? "completed" : "dismissed");
}

/** Paystack names the payer's bank and masks the account: both are passed through. */
function payer(data: Wire["data"]) {
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

/** Reads a verified notice of Paystack: amounts in kobo, as a number or a string; times in UTC. Never throws. */
export const parse = parserOf({
  shape: Notice,
  unit: "kobo",
  kind: (wire) => wire.event,
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
