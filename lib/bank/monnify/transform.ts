import { z } from "zod";
import { parseKobo, parsePaymentAmount } from "../parsing/amount";
import { buildCredit } from "../parsing/credit";
import {
  arrayOf,
  createParser,
  mapStatus,
  optionalObject,
  readOrUnreadable,
  requireAmount,
  requireIdentity,
  requirePaymentKeys,
  scalar,
  throwUnreadable,
} from "../parsing/message";
import { parseSettlementAmounts, parseSettlementDay, parseSettlementLines } from "../parsing/settlement";
import { cleanText } from "../parsing/text";
import type {
  BankCredit,
  BankReversal,
  BankSettlement,
  SettlementHead,
  SettlementPayments,
} from "../provider";

const Source = z.object({
  accountName: scalar,
  accountNumber: scalar,
  bankCode: scalar,
  bankName: scalar,
  sessionId: scalar,
  amountPaid: scalar,
});
/** The first payer: of an array for a credit, an object for a rejection, `{}` for cash. */
const Sources = z
  .union([z.array(Source).transform((sources) => sources[0]), Source])
  .nullish()
  .catch(null);

const PayloadSchema = optionalObject({
  eventType: scalar,
  eventData: optionalObject({
    transactionReference: scalar,
    paymentReference: scalar,
    product: optionalObject({ reference: scalar }),
    paidOn: scalar,
    created_on: scalar,
    paymentDescription: scalar,
    paymentSourceInformation: Sources,
    destinationAccountInformation: optionalObject({ accountNumber: scalar }),
    paymentRejectionInformation: optionalObject({ destinationAccountNumber: scalar }),
    amountPaid: scalar,
    settlementAmount: scalar,
    paymentMethod: scalar,
    paymentStatus: scalar,
    currency: scalar,
    settlementReference: scalar,
    settlementTime: scalar,
    amount: scalar,
    destinationAccountNumber: scalar,
    destinationBankName: scalar,
    transactionsCount: scalar,
    transactions: arrayOf(
      optionalObject({
        transactionReference: scalar,
        amountPaid: scalar,
        settlementAmount: scalar,
        currency: scalar,
      }),
    ),
    refundReference: scalar,
    refundAmount: scalar,
    refundStatus: scalar,
  }),
});
type Payload = NonNullable<ReturnType<typeof PayloadSchema.parse>>;
const SettlementDetail = optionalObject({
  settlementReference: scalar,
  settlementTime: scalar,
  settlementDate: scalar,
});

/** Monnify's transaction statuses; all except `PAID` are from its API reference [C]. */
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

/** Monnify's kinds that report no incoming or returned payment: failed refunds, payouts, mandates and balances [D]. */
export const IGNORED_KINDS = [
  "FAILED_REFUND",
  "SUCCESSFUL_DISBURSEMENT",
  "FAILED_DISBURSEMENT",
  "REVERSED_DISBURSEMENT",
  "MANDATE_UPDATE",
  "ACCOUNT_ACTIVITY",
  "LOW_BALANCE_ALERT",
] as const;

function payment(data: Payload["eventData"]): BankCredit {
  const amount = requireAmount("eventData.amountPaid", data?.amountPaid, "naira");
  const net = parseKobo(data?.settlementAmount, "naira");
  return buildCredit({
    paymentKey: requireIdentity("eventData.transactionReference", data?.transactionReference),
    amount,
    status: mapStatus("eventData.paymentStatus", data?.paymentStatus, STATUSES),
    channel: data?.paymentMethod === "ACCOUNT_TRANSFER" ? "bank_transfer" : "unsupported",
    account: data?.destinationAccountInformation?.accountNumber,
    paidAt: data?.paidOn,
    fee: net !== undefined && net <= amount ? amount - net : undefined,
    ...parties(data),
  });
}

/** Parses a transaction of Monnify's API, which has the members of a notification. Throws `Unreadable`. */
export function parsePayment(json: unknown): BankCredit {
  return payment(PayloadSchema.parse({ eventData: json })?.eventData);
}

/** Parses a rejected and returned transfer as a failed payment. The expected amount (`eventData.amount`) is not used. */
function rejection(data: Payload["eventData"]): BankCredit {
  const source = data?.paymentSourceInformation;
  return buildCredit({
    paymentKey: requireIdentity(
      "eventData.transactionReference",
      data?.transactionReference || data?.paymentReference,
    ),
    amount: requireAmount("eventData.paymentSourceInformation.amountPaid", source?.amountPaid, "naira"),
    status: "failed",
    channel: "bank_transfer",
    account: data?.paymentRejectionInformation?.destinationAccountNumber,
    paidAt: data?.paidOn || data?.created_on,
    ...parties(data),
  });
}

function parties(data: Payload["eventData"]) {
  const source = data?.paymentSourceInformation;
  return {
    currency: data?.currency,
    accountReference: data?.product?.reference,
    senderName: source?.accountName,
    senderAccount: source?.accountNumber,
    senderBankCode: source?.bankCode,
    senderBankName: source?.bankName,
    narration: data?.paymentDescription,
    refs: [source?.sessionId, data?.transactionReference, data?.paymentReference],
  };
}

type Transaction = NonNullable<Payload["eventData"]>["transactions"][number];

/** Parses the payments of a settlement with their gross amounts; `firstIndex` is the position of the first one. */
function settlementLines(transactions: readonly Transaction[], firstIndex = 0): SettlementPayments {
  const lines = transactions.map((one, index) => ({
    index: firstIndex + index,
    paymentKey: { member: "transactionReference", text: one?.transactionReference },
    gross: { member: "amountPaid", text: one?.amountPaid },
    net: { member: "settlementAmount", text: one?.settlementAmount },
    currency: one?.currency,
  }));
  return parseSettlementLines(lines, "naira");
}

/**
 * Parses a settlement: its `amount` is the net amount [D], its day that of `settlementTime` in the business's time zone
 * (§2.7).
 */
function settlement(data: Payload["eventData"], businessTimeZone: string): BankSettlement {
  const transactions = data?.transactions ?? [];
  if (transactions.length === 0) return throwUnreadable("eventData.transactions", "names no payment");
  return {
    kind: "settlement",
    ...settlementHead(data, businessTimeZone),
    ...settlementLines(transactions),
  };
}

function settlementHead(data: Payload["eventData"], businessTimeZone: string): SettlementHead {
  const account = cleanText(data?.destinationAccountNumber);
  const count = /^\d{1,9}$/.exec(data?.transactionsCount ?? "")?.[0];
  return {
    reference: requireIdentity("eventData.settlementReference", data?.settlementReference),
    settledOn: parseSettlementDay("eventData.settlementTime", data?.settlementTime, businessTimeZone),
    ...parseSettlementAmounts({ net: data?.amount }, "naira"),
    ...(count !== undefined && { paymentCount: Number(count) }),
    ...(account !== "" && { destination: { account, bankName: cleanText(data?.destinationBankName) } }),
  };
}

/** Parses a page of the payments of a settlement, which have the members of a notification [D]. */
export function parseSettledPayments(json: readonly unknown[], firstIndex: number): SettlementPayments {
  const data = PayloadSchema.parse({ eventData: { transactions: json } })?.eventData;
  return settlementLines(data?.transactions ?? [], firstIndex);
}

/**
 * Parses the settlement of a payment's settlement detail. The documentation shows no reference and no time in it [?]; third
 * parties read `settlementReference` and `settlementDate` [S]. Returns `undefined` without them.
 */
export function parseSettlementDetail(json: unknown, businessTimeZone: string): SettlementHead | undefined {
  const detail = SettlementDetail.parse(json);
  if (!detail?.settlementReference || !(detail.settlementTime || detail.settlementDate)) return undefined;
  const settlementTime = detail.settlementTime || detail.settlementDate;
  const data = PayloadSchema.parse({ eventData: { ...detail, settlementTime } })?.eventData;
  const head = readOrUnreadable(() => settlementHead(data, businessTimeZone));
  return "reference" in head ? head : undefined;
}

/** Parses a refund, which names the original transaction [D]. */
function refund(data: Payload["eventData"]): BankReversal {
  const amount = parsePaymentAmount(data?.refundAmount, "naira");
  return {
    kind: "reversal",
    reversal: "refund",
    stage: "completed",
    paymentKeys: requirePaymentKeys("eventData.transactionReference", data?.transactionReference),
    reference: cleanText(data?.refundReference),
    status: cleanText(data?.refundStatus),
    ...(amount !== undefined && { amount }),
  };
}

/** Parses a verified notification of Monnify: amounts in naira, as numbers or strings; times in Lagos time. Never throws. */
export const parse = createParser({
  shape: PayloadSchema,
  unit: "naira",
  kind: (payload) => payload.eventType,
  kinds: {
    SUCCESSFUL_TRANSACTION: ({ eventData }) => payment(eventData),
    REJECTED_PAYMENT: ({ eventData }) => rejection(eventData),
    SUCCESSFUL_REFUND: ({ eventData }) => refund(eventData),
    SETTLEMENT: ({ eventData }, { businessTimeZone }) => settlement(eventData, businessTimeZone),
  },
  ignored: IGNORED_KINDS,
});
