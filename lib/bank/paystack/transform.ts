import type { BankCredit, BankMessage, RawNotice } from "../provider";
import { readKobo } from "../wire/amount";
import { creditOf } from "../wire/credit";
import { amountOf, entryOf, identity, meaning, part, type Reading, readMessage, word } from "../wire/message";

const Notice = part({
  event: word,
  data: part({
    reference: word,
    amount: word,
    status: word,
    channel: word,
    currency: word,
    paid_at: word,
    created_at: word,
    fees: word,
    authorization: part({
      sender_name: word,
      sender_bank: word,
      sender_bank_account_number: word,
      receiver_bank_account_number: word,
      narration: word,
    }),
    metadata: part({ receiver_account_number: word, virtual_terminal: part({ code: word }) }),
    source: part({ source: word, identifier: word }),
    bank_transfer: part({ amount: word, transaction_id: word }),
    transaction: part({ reference: word }),
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

function read(wire: Wire, event: string): Reading {
  if (event === "charge.success") return charge(wire.data);
  if (event === "bank.transfer.rejected") return rejection(wire.data);
  if (event.startsWith("charge.dispute.")) {
    const paymentKey = identity("data.transaction.reference", wire.data?.transaction?.reference);
    return { kind: "reversal", paymentKey };
  }
  return { kind: "aside" };
}

function charge(data: Wire["data"]): BankCredit {
  const atTerminal = data?.source?.source === "pos";
  return creditOf({
    paymentKey: identity("data.reference", data?.reference),
    amount: amountOf("data.amount", data?.amount, "kobo"),
    status: meaning("data.status", data?.status, STATUSES),
    channel: entryOf(CHANNELS, data?.channel) ?? "unsupported",
    devices: [atTerminal ? data?.source?.identifier : null, data?.metadata?.virtual_terminal?.code],
    refs: [data?.reference],
    fee: readKobo(data?.fees, "kobo"),
    ...payer(data),
  });
}

/** A transfer sent back to its payer: a payment of its own that failed, under the transfer's own identity. */
function rejection(data: Wire["data"]): BankCredit {
  const transfer = data?.bank_transfer;
  return creditOf({
    paymentKey: identity("data.bank_transfer.transaction_id", transfer?.transaction_id),
    amount: amountOf("data.bank_transfer.amount", transfer?.amount, "kobo"),
    status: "failed",
    channel: "bank_transfer",
    refs: [transfer?.transaction_id],
    ...payer(data),
  });
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
export function parse(notice: RawNotice): BankMessage {
  return readMessage(notice.body, { shape: Notice, event: (wire) => wire.event, read });
}
