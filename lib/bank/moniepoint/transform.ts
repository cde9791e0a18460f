import type { BankCredit, BankMessage, RawNotice } from "../provider";
import type { Unit } from "../wire/amount";
import { creditOf } from "../wire/credit";
import { amountOf, identity, meaning, part, type Reading, readMessage, word } from "../wire/message";

const Notice = part({
  eventType: word,
  data: part({
    amount: word,
    terminalSerial: word,
    transactionTime: word,
    transactionType: word,
    transactionStatus: word,
    transactionReference: word,
    retrievalReferenceNumber: word,
    merchantReference: word,
  }),
});
type Wire = NonNullable<ReturnType<typeof Notice.parse>>;

/** The unit of `data.amount`: from community code [C]; the official sample agrees, but does not say so. */
const UNIT: Unit = "kobo";

/** The kinds of transaction that pay the merchant. The official sample is an airtime sale; these are lore [C]. */
const PAYMENTS = new Set(["PURCHASE", "TRANSFER", "WITHDRAWAL"]);
/** Words that make a kind something else, whatever other words it has: what the merchant sells or takes back. */
const OTHER_SALES = new Set(["AIRTIME", "DATA", "BILL", "BILLS", "UTILITY", "REVERSAL", "REFUND", "PAYOUT"]);

/** `PENDING` is in the official sample; the rest are community code's words [C]. */
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

/** The words of a kind: `V1_POS_TRANSFER_TRANSACTION` and `POS_TRANSFER` both say TRANSFER. */
function isPayment(kind: string): boolean {
  const words = kind.toUpperCase().split(/[^A-Z]+/);
  return words.some((one) => PAYMENTS.has(one)) && !words.some((one) => OTHER_SALES.has(one));
}

function read(wire: Wire, event: string): Reading {
  const data = wire.data;
  if (!event.startsWith("V1_POS_")) return { kind: "aside" };
  if (/_REVERSAL(_|$)/.test(event)) {
    return {
      kind: "reversal",
      paymentKey: identity("data.transactionReference", data?.transactionReference),
    };
  }
  if (!isPayment(`${event} ${data?.transactionType ?? ""}`)) return { kind: "aside" };
  return creditOf({
    paymentKey: identity("data.transactionReference", data?.transactionReference),
    amount: amountOf("data.amount", data?.amount, UNIT),
    status: meaning("data.transactionStatus", data?.transactionStatus, STATUSES),
    channel: "pos",
    devices: [data?.terminalSerial],
    refs: [data?.retrievalReferenceNumber, data?.transactionReference, data?.merchantReference],
    paidAt: data?.transactionTime,
  });
}

/** Reads a verified notice of Moniepoint's terminals. It names no payer; times carry `+0100`. Never throws. */
export function parse(notice: RawNotice): BankMessage {
  return readMessage(notice.body, { shape: Notice, event: (wire) => wire.eventType, read });
}
