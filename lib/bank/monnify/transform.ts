import { z } from "zod";
import { dayIn } from "@/lib/core/time";
import type { BankCredit, BankMessage, BankSettlement, RawNotice } from "../provider";
import { readKobo } from "../wire/amount";
import { readMoment } from "../wire/clock";
import { creditOf } from "../wire/credit";
import {
  amountOf,
  identity,
  listOf,
  meaning,
  part,
  type Reading,
  readMessage,
  unreadable,
  word,
} from "../wire/message";

const Source = z.object({
  accountName: word,
  accountNumber: word,
  bankCode: word,
  bankName: word,
  sessionId: word,
  amountPaid: word,
});
/** An array for a credit, an object for a rejection, `{}` for cash: the first payer there is. */
const Sources = z
  .union([z.array(Source).transform((sources) => sources[0]), Source])
  .nullish()
  .catch(null);

const Notice = part({
  eventType: word,
  eventData: part({
    transactionReference: word,
    paymentReference: word,
    paidOn: word,
    created_on: word,
    paymentDescription: word,
    paymentSourceInformation: Sources,
    destinationAccountInformation: part({ accountNumber: word }),
    paymentRejectionInformation: part({ destinationAccountNumber: word }),
    amountPaid: word,
    settlementAmount: word,
    paymentMethod: word,
    paymentStatus: word,
    currency: word,
    settlementReference: word,
    settlementTime: word,
    transactions: listOf(part({ transactionReference: word, amountPaid: word })),
  }),
});
type Wire = NonNullable<ReturnType<typeof Notice.parse>>;

/** Monnify's statuses of a transaction: those beyond `PAID` are from its API's reference [C]. */
const STATUSES: Record<string, BankCredit["status"]> = {
  paid: "successful",
  overpaid: "successful",
  partially_paid: "successful",
  pending: "pending",
  failed: "failed",
  abandoned: "failed",
  cancelled: "failed",
  expired: "failed",
  reversed: "failed",
};

function payment(data: Wire["eventData"]): BankCredit {
  const amount = amountOf("eventData.amountPaid", data?.amountPaid, "naira");
  const net = readKobo(data?.settlementAmount, "naira");
  return creditOf({
    paymentKey: identity("eventData.transactionReference", data?.transactionReference),
    amount,
    status: meaning("eventData.paymentStatus", data?.paymentStatus, STATUSES),
    channel: data?.paymentMethod === "ACCOUNT_TRANSFER" ? "bank_transfer" : "unsupported",
    account: data?.destinationAccountInformation?.accountNumber,
    paidAt: data?.paidOn,
    fee: net !== undefined && net <= amount ? amount - net : undefined,
    ...parties(data),
  });
}

/** Money refused and sent back: a payment that failed. What was expected of it (`eventData.amount`) is no matter here. */
function rejection(data: Wire["eventData"]): BankCredit {
  const source = data?.paymentSourceInformation;
  return creditOf({
    paymentKey: identity(
      "eventData.transactionReference",
      data?.transactionReference || data?.paymentReference,
    ),
    amount: amountOf("eventData.paymentSourceInformation.amountPaid", source?.amountPaid, "naira"),
    status: "failed",
    channel: "bank_transfer",
    account: data?.paymentRejectionInformation?.destinationAccountNumber,
    paidAt: data?.paidOn || data?.created_on,
    ...parties(data),
  });
}

function parties(data: Wire["eventData"]) {
  const source = data?.paymentSourceInformation;
  return {
    currency: data?.currency,
    senderName: source?.accountName,
    senderAccount: source?.accountNumber,
    senderBankCode: source?.bankCode,
    senderBankName: source?.bankName,
    narration: data?.paymentDescription,
    refs: [source?.sessionId, data?.transactionReference, data?.paymentReference],
  };
}

/** A settlement names every payment it holds, gross; its day is its own, in the business's time zone (§2.7). */
function settlement(data: Wire["eventData"], businessTimeZone: string): BankSettlement {
  const settledAt = readMoment(data?.settlementTime);
  if (!settledAt) return unreadable("eventData.settlementTime", "is not a time");
  const transactions = data?.transactions ?? [];
  if (transactions.length === 0) return unreadable("eventData.transactions", "names no payment");
  return {
    kind: "settlement",
    reference: identity("eventData.settlementReference", data?.settlementReference),
    settledOn: dayIn(businessTimeZone, settledAt),
    payments: transactions.map((one, index) => {
      const member = `eventData.transactions[${index}]`;
      const amount = readKobo(one?.amountPaid, "naira");
      const paymentKey = identity(`${member}.transactionReference`, one?.transactionReference);
      return amount === undefined ? { paymentKey } : { paymentKey, amount };
    }),
  };
}

/** Reads a verified notice of Monnify: amounts in naira, as a number or a string; times on Lagos's clock. Never throws. */
export function parse(notice: RawNotice, context: { businessTimeZone: string }): BankMessage {
  const read = (wire: Wire, event: string): Reading => {
    if (event === "SUCCESSFUL_TRANSACTION") return payment(wire.eventData);
    if (event === "REJECTED_PAYMENT") return rejection(wire.eventData);
    if (event === "SETTLEMENT") return settlement(wire.eventData, context.businessTimeZone);
    return { kind: "aside" };
  };
  return readMessage(notice.body, { shape: Notice, event: (wire) => wire.eventType, read });
}
