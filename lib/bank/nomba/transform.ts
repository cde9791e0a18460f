import { keysOf } from "@/lib/core/keys";
import { parseFee, parsePaymentAmount } from "../parsing/amount";
import { buildCredit } from "../parsing/credit";
import {
  createParser,
  getOwnEntry,
  optionalObject,
  requireAmount,
  requireIdentity,
  requirePaymentKeys,
  scalar,
} from "../parsing/message";
import { cleanText, isIdentity } from "../parsing/text";
import type { BankCredit, BankReversal } from "../provider";
import { decodeCached } from "./decode";

/** Members that third-party code reads for a reversal's original payment; the format is not published [?][C]. */
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

const PayloadSchema = optionalObject({
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
type Payload = NonNullable<ReturnType<typeof PayloadSchema.parse>>;

/**
 * The types of `data.transaction` that are parsed as payments. Any other (`online_checkout`, `qrt_credit`, `transfer`,
 * `withdrawal` [D], without a published sample) has an unsupported channel and becomes an exception.
 */
export const CHANNELS: Record<string, BankCredit["channel"]> = {
  vact_transfer: "bank_transfer",
  purchase: "pos",
};

/** Nomba's kinds that report no incoming payment: payouts [D]. */
export const IGNORED_KINDS = ["payout_success", "payout_failed", "payout_refund"] as const;

function payment(data: Payload["data"], status: BankCredit["status"]): BankCredit {
  const { transaction, customer, terminal } = data ?? {};
  const credit = buildCredit({
    paymentKey: requireIdentity("data.transaction.transactionId", transaction?.transactionId),
    amount: requireAmount("data.transaction.transactionAmount", transaction?.transactionAmount, "naira"),
    status,
    channel: getOwnEntry(CHANNELS, transaction?.type) ?? "unsupported",
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
    fee: parseFee(transaction?.fee, "naira"),
  });
  return status === "successful" ? { ...credit, needsConfirmation: true } : credit;
}

/**
 * Parses a reversal. Its format is not published [?]: it has the original payment's id or its own, so every id is a
 * candidate payment key, the original's first.
 */
function reversal(data: Payload["data"]): BankReversal {
  const { transaction } = data ?? {};
  const members = keysOf(ORIGINALS);
  const originals = members.flatMap((member) => [transaction?.[member], data?.[member]]).filter(isIdentity);
  const amount = parsePaymentAmount(transaction?.transactionAmount, "naira");
  return {
    kind: "reversal",
    reversal: "reversal",
    stage: "completed",
    paymentKeys: requirePaymentKeys(
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
 * Parses a verified notification of Nomba: amounts in naira (shown by the official narration; one community source says
 * kobo), times in UTC, no currency in the documented samples. The signature does not cover the amount, so a success needs
 * confirmation (`verify.ts`). Never throws.
 */
export const parse = createParser(
  {
    shape: PayloadSchema,
    unit: "naira",
    kind: (payload) => payload.event_type,
    kinds: {
      payment_success: ({ data }) => payment(data, "successful"),
      payment_failed: ({ data }) => payment(data, "failed"),
      payment_reversal: ({ data }) => reversal(data),
    },
    ignored: IGNORED_KINDS,
  },
  decodeCached,
);
