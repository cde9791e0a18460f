import { readCharge, readPayment } from "../parsing/amount";
import { buildCredit } from "../parsing/credit";
import {
  amountOf,
  entryOf,
  identity,
  optionalObject,
  parserOf,
  paymentKeysOf,
  scalar,
} from "../parsing/message";
import { cleanText, isIdentity } from "../parsing/text";
import type { BankCredit, BankReversal } from "../provider";
import { decodeOnce } from "./decode";

/** Members in which third parties show the original payment of a reversal; its shape is not published [?][C]. */
const ORIGINALS = {
  originalTransactionId: scalar,
  originalTransactionReference: scalar,
  originalTransactionRef: scalar,
  originalReference: scalar,
  originalId: scalar,
  parentTransactionId: scalar,
  parentTransactionReference: scalar,
  parentId: scalar,
};

const Notice = optionalObject({
  event_type: scalar,
  data: optionalObject({
    ...ORIGINALS,
    transactionId: scalar,
    terminal: optionalObject({ terminalId: scalar }),
    transaction: optionalObject({
      ...ORIGINALS,
      transactionId: scalar,
      status: scalar,
      currency: scalar,
      aliasAccountReference: scalar,
      transactionAmount: scalar,
      type: scalar,
      time: scalar,
      fee: scalar,
      sessionId: scalar,
      rrn: scalar,
      narration: scalar,
      aliasAccountNumber: scalar,
      terminalSerialNumber: scalar,
      cardBank: scalar,
    }),
    customer: optionalObject({
      senderName: scalar,
      accountNumber: scalar,
      bankCode: scalar,
      bankName: scalar,
    }),
  }),
});
type Wire = NonNullable<ReturnType<typeof Notice.parse>>;

/**
 * The types of `data.transaction` that are read as payments. Any other (`online_checkout`, `qrt_credit`, `transfer`,
 * `withdrawal` [D], of which no notice is published) is of an unsupported channel, and so an exception.
 */
const CHANNELS: Record<string, BankCredit["channel"]> = { vact_transfer: "bank_transfer", purchase: "pos" };

/** Nomba's kinds that say nothing of money that came in: payouts [D]. */
export const IGNORED_KINDS = ["payout_success", "payout_failed", "payout_refund"] as const;

function payment(data: Wire["data"], status: BankCredit["status"]): BankCredit {
  const { transaction, customer, terminal } = data ?? {};
  const credit = buildCredit({
    paymentKey: identity("data.transaction.transactionId", transaction?.transactionId),
    amount: amountOf("data.transaction.transactionAmount", transaction?.transactionAmount, "naira"),
    status,
    channel: entryOf(CHANNELS, transaction?.type) ?? "unsupported",
    currency: transaction?.currency,
    account: transaction?.aliasAccountNumber,
    accountReference: transaction?.aliasAccountReference,
    devices: [transaction?.terminalSerialNumber, terminal?.terminalId],
    senderName: customer?.senderName,
    senderAccount: customer?.accountNumber,
    senderBankCode: customer?.bankCode || transaction?.cardBank,
    senderBankName: customer?.bankName,
    narration: transaction?.narration,
    refs: [transaction?.sessionId, transaction?.rrn, transaction?.transactionId],
    paidAt: transaction?.time,
    fee: readCharge(transaction?.fee, "naira"),
  });
  return status === "successful" ? { ...credit, needsConfirmation: true } : credit;
}

/**
 * A payment taken back. The notice's shape is not published [?]: it carries either the original's id or one of its
 * own, so every id is tried, the original's first.
 */
function reversal(data: Wire["data"]): BankReversal {
  const { transaction } = data ?? {};
  const members = Object.keys(ORIGINALS) as (keyof typeof ORIGINALS)[];
  const originals = members.flatMap((member) => [transaction?.[member], data?.[member]]).filter(isIdentity);
  const amount = readPayment(transaction?.transactionAmount, "naira");
  return {
    kind: "reversal",
    reversal: "reversal",
    stage: "completed",
    paymentKeys: paymentKeysOf(
      "data.transaction.transactionId",
      ...originals,
      transaction?.transactionId,
      data?.transactionId,
    ),
    reference: originals.length > 0 ? cleanText(transaction?.transactionId) : "",
    status: cleanText(transaction?.status),
    ...(amount !== undefined && { amount }),
  };
}

/**
 * Reads a verified notice of Nomba: amounts in naira (the official narration shows it; one community source says
 * kobo), times in UTC, and no currency where the documentation's samples are followed. Its signature does not cover
 * the amount, so a success needs confirmation (`verify.ts`). Never throws.
 */
export const parse = parserOf(
  {
    shape: Notice,
    unit: "naira",
    kind: (wire) => wire.event_type,
    kinds: {
      payment_success: ({ data }) => payment(data, "successful"),
      payment_failed: ({ data }) => payment(data, "failed"),
      payment_reversal: ({ data }) => reversal(data),
    },
    ignored: IGNORED_KINDS,
  },
  decodeOnce,
);
