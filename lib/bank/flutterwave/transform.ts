import { isId } from "@/lib/core/ids";
import type { Kobo } from "@/lib/core/money";
import { parseFee, parsePaymentAmount } from "../parsing/amount";
import { buildCredit } from "../parsing/credit";
import { referenceOfEmail } from "../parsing/customer";
import {
  arrayOf,
  createParser,
  mapStatus,
  optionalObject,
  requireAmount,
  requireIdentity,
  requirePaymentKeys,
  scalar,
} from "../parsing/message";
import { cleanText } from "../parsing/text";
import type { BankCredit, BankReversal } from "../provider";

const Method = optionalObject({
  type: scalar,
  bank_transfer: optionalObject({
    originator_name: scalar,
    originator_account_number: scalar,
    originator_bank_name: scalar,
  }),
});

const PayloadSchema = optionalObject({
  type: scalar,
  data: optionalObject({
    id: scalar,
    amount: scalar,
    currency: scalar,
    status: scalar,
    reference: scalar,
    description: scalar,
    created_datetime: scalar,
    /** Only community code reads this member [C]; the pages name no account number of a charge. */
    account_number: scalar,
    customer: optionalObject({ email: scalar }),
    /** The customer in a charge of the API [D]. */
    billing_details: optionalObject({ email: scalar }),
    payment_method: Method,
    /** The payment method in a charge of the API [D]. */
    payment_method_details: Method,
    fees: arrayOf(optionalObject({ type: scalar, amount: scalar })),
    charge_id: scalar,
    amount_refunded: scalar,
  }),
});
type Data = NonNullable<ReturnType<typeof PayloadSchema.parse>>["data"];

/** The statuses of a charge [D]; `voided` is from community code [C]. */
const STATUSES: Record<string, BankCredit["status"]> = {
  succeeded: "successful",
  pending: "pending",
  failed: "failed",
  voided: "failed",
};
/** The statuses of a refund [C]. */
const REFUND_STAGES: Record<string, BankReversal["stage"]> = {
  succeeded: "completed",
  completed: "completed",
  new: "opened",
  pending: "opened",
  requires_action: "opened",
  failed: "dismissed",
  cancelled: "dismissed",
};
/** The type of a payment into a virtual account; every other one is an unsupported channel. */
const TRANSFER = "bank_transfer";
/** The type of a fee that is stamp duty; the others are `vat`, `app` and `merchant` [C]. */
const STAMP_DUTY = "stamp_duty";

/** Flutterwave's kinds that report no incoming or returned payment: payouts [D]. */
export const IGNORED_KINDS = ["transfer.disburse", "transfer.reversal"] as const;

/** A notification states the time in seconds since 1970 (`1735116842.116`), the API in ISO 8601 [D]. */
function toIsoTime(text: string | null | undefined): string | null | undefined {
  return text && /^\d{1,11}(\.\d{1,9})?$/.test(text)
    ? new Date(Math.round(Number(text) * 1000)).toISOString()
    : text;
}

/** Returns the sum of the fees that are, or are not, stamp duty; `undefined` if there is none or one cannot be read. */
function sumFees(data: Data, isStampDuty: boolean): Kobo | undefined {
  const fees = (data?.fees ?? []).filter((fee) => (fee?.type === STAMP_DUTY) === isStampDuty);
  const amounts = fees.map((fee) => parseFee(fee?.amount, "naira"));
  if (amounts.length === 0 || amounts.includes(undefined)) return undefined;
  return amounts.reduce<Kobo>((sum, amount) => sum + (amount ?? 0n), 0n);
}

/**
 * Parses a charge. It is not documented which account it was paid into [?]: the session is the one whose id is the charge's
 * reference, as for the accounts of v3 [D], or is in the address of the customer, who belongs to one session.
 */
function charge(data: Data): BankCredit {
  const method = data?.payment_method ?? data?.payment_method_details;
  const payer = method?.bank_transfer;
  const isOurReference = isId("session", cleanText(data?.reference));
  const email = data?.customer?.email || data?.billing_details?.email;
  return buildCredit({
    paymentKey: requireIdentity("data.id", data?.id),
    amount: requireAmount("data.amount", data?.amount, "naira"),
    status: mapStatus("data.status", data?.status, STATUSES),
    channel: method?.type === TRANSFER ? "bank_transfer" : "unsupported",
    currency: data?.currency,
    account: data?.account_number,
    accountReference: isOurReference ? data?.reference : referenceOfEmail(email),
    senderName: payer?.originator_name,
    senderAccount: payer?.originator_account_number,
    senderBankName: payer?.originator_bank_name,
    narration: data?.description,
    refs: [isOurReference ? null : data?.reference, data?.id],
    paidAt: toIsoTime(data?.created_datetime),
    timeZone: "UTC",
    ...fees(data),
  });
}

function fees(data: Data) {
  const [fee, stampDuty] = [sumFees(data, false), sumFees(data, true)];
  return { ...(fee !== undefined && { fee }), ...(stampDuty !== undefined && { stampDuty }) };
}

/** Parses a charge of Flutterwave's API. Throws `Unreadable`. */
export function parseCharge(json: unknown): BankCredit {
  return charge(PayloadSchema.parse({ data: json })?.data);
}

/** Parses a refund, which names the original charge [C]. */
function refund(data: Data): BankReversal {
  const amount = parsePaymentAmount(data?.amount_refunded, "naira");
  return {
    kind: "reversal",
    reversal: "refund",
    stage: mapStatus("data.status", data?.status, REFUND_STAGES),
    paymentKeys: requirePaymentKeys("data.charge_id", data?.charge_id),
    reference: cleanText(data?.id),
    status: cleanText(data?.status),
    ...(amount !== undefined && { amount }),
  };
}

/** Parses a verified notification of Flutterwave v4: amounts in naira, times in UTC. Never throws. */
export const parse = createParser({
  shape: PayloadSchema,
  unit: "naira",
  kind: (payload) => payload.type,
  kinds: {
    "charge.completed": ({ data }) => charge(data),
    "refund.completed": ({ data }) => refund(data),
  },
  ignored: IGNORED_KINDS,
});
