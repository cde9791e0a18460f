import type { BankCredit, BankMessage, RawNotice } from "../provider";
import { readKobo } from "../wire/amount";
import { creditOf } from "../wire/credit";
import { amountOf, entryOf, identity, part, type Reading, readMessage, word } from "../wire/message";

const Notice = part({
  event_type: word,
  data: part({
    terminal: part({ terminalId: word }),
    transaction: part({
      transactionId: word,
      transactionAmount: word,
      type: word,
      time: word,
      fee: word,
      sessionId: word,
      rrn: word,
      narration: word,
      aliasAccountNumber: word,
      terminalSerialNumber: word,
      cardBank: word,
    }),
    customer: part({ senderName: word, accountNumber: word, bankCode: word, bankName: word }),
  }),
});
type Wire = NonNullable<ReturnType<typeof Notice.parse>>;

const STATUSES: Record<string, BankCredit["status"]> = {
  payment_success: "successful",
  payment_failed: "failed",
};
const CHANNELS: Record<string, BankCredit["channel"]> = { vact_transfer: "bank_transfer", purchase: "pos" };

function read(wire: Wire, event: string): Reading {
  const transaction = wire.data?.transaction;
  const status = entryOf(STATUSES, event);
  if (!status && event !== "payment_reversal") return { kind: "aside" };
  const paymentKey = identity("data.transaction.transactionId", transaction?.transactionId);
  return status ? payment(wire.data, paymentKey, status) : { kind: "reversal", paymentKey };
}

function payment(data: Wire["data"], paymentKey: string, status: BankCredit["status"]): BankCredit {
  const { transaction, customer, terminal } = data ?? {};
  const credit = creditOf({
    paymentKey,
    amount: amountOf("data.transaction.transactionAmount", transaction?.transactionAmount, "naira"),
    status,
    channel: entryOf(CHANNELS, transaction?.type) ?? "unsupported",
    account: transaction?.aliasAccountNumber,
    devices: [transaction?.terminalSerialNumber, terminal?.terminalId],
    senderName: customer?.senderName,
    senderAccount: customer?.accountNumber,
    senderBankCode: customer?.bankCode || transaction?.cardBank,
    senderBankName: customer?.bankName,
    narration: transaction?.narration,
    refs: [transaction?.sessionId, transaction?.rrn, transaction?.transactionId],
    paidAt: transaction?.time,
    fee: readKobo(transaction?.fee, "naira"),
  });
  return status === "successful" ? { ...credit, needsConfirmation: true } : credit;
}

/**
 * Reads a verified notice of Nomba: amounts in naira (the official narration shows it; one community source says
 * kobo), times in UTC, no currency. Its signature does not cover the amount, so a success needs confirmation
 * (`verify.ts`). Never throws.
 */
export function parse(notice: RawNotice): BankMessage {
  return readMessage(notice.body, { shape: Notice, event: (wire) => wire.event_type, read });
}
