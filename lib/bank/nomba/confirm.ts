import { UNKNOWN_PAYMENT } from "../bank-records";
import { findData } from "../http-client";
import { parsePaymentAmount } from "../parsing/amount";
import { parseCurrency } from "../parsing/credit";
import { getOwnEntry, optionalObject, scalar, WRONG_TYPE } from "../parsing/message";
import { cleanText } from "../parsing/text";
import type { Confirmation, ProviderContext } from "../provider";
import { callNomba } from "./session";

const RecordSchema = optionalObject({
  code: scalar,
  data: optionalObject({
    id: scalar,
    status: scalar,
    amount: scalar,
    currency: scalar,
    type: scalar,
    entryType: scalar,
    recipientAccountNumber: scalar,
    virtualAccountReference: scalar,
    posSerialNumber: scalar,
    terminalId: scalar,
  }),
});
type BankRecord = NonNullable<NonNullable<ReturnType<typeof RecordSchema.parse>>["data"]>;

/**
 * The values of a transaction's `status` [D]. The documentation treats every value as pending that is neither a success
 * nor a refund, failures included. A refunded payment was successful, with its refund beside it. `SUCCESSFUL` and `FAILED`
 * are the filter values of the transaction list [C].
 */
export const STATUSES: Record<string, "successful" | "pending" | "failed"> = {
  SUCCESS: "successful",
  PAYMENT_SUCCESSFUL: "successful",
  SUCCESSFUL: "successful",
  REFUND: "successful",
  NEW: "pending",
  PENDING: "pending",
  PENDING_PAYMENT: "pending",
  PENDING_BILLING: "pending",
  CANCELLED: "pending",
  PAYMENT_FAILED: "pending",
  REVERSED_BY_VENDOR: "pending",
  FAILED: "failed",
};

/** The refund that Nomba states by a payment's status, if any. */
export const statedRefund = (status: string | null | undefined): Pick<Confirmation, "reversal"> =>
  equalsIgnoringCase(status, "refund") ? { reversal: "refund" } : {};

/**
 * Gets Nomba's own record of a payment, because its signatures cover neither the amount nor the account. Returns `unknown`
 * if Nomba has no such record, refuses, or returns another payment, a debit or an unreadable record. Throws
 * `Failure("unavailable")` if Nomba does not respond.
 */
export async function confirm(paymentKey: string, context: ProviderContext): Promise<Confirmation> {
  const path = `/v1/transactions/accounts/single?transactionRef=${encodeURIComponent(paymentKey)}`;
  const answer = await callNomba(context, { method: "GET", path }, RecordSchema);
  const response = findData("nomba: a payment", answer);
  const record = response?.code === "00" ? response.data : undefined;
  return record && record.id === paymentKey && isCredit(record) ? toConfirmation(record) : UNKNOWN_PAYMENT;
}

const equalsIgnoringCase = (text: string | null | undefined, expected: string) =>
  cleanText(text).toLowerCase() === expected;

/** Whether a record is of incoming money. `type` is the transaction's kind; only some responses state the direction in `entryType` [S]. */
export function isCredit({ type, entryType }: Pick<BankRecord, "type" | "entryType">): boolean {
  return !equalsIgnoringCase(type, "debit") && (!entryType || equalsIgnoringCase(entryType, "credit"));
}

function toConfirmation(record: BankRecord): Confirmation {
  const amount = parsePaymentAmount(record.amount, "naira");
  const isAmountUnreadable = amount === undefined && Boolean(record.amount);
  if (isAmountUnreadable || Object.values(record).includes(WRONG_TYPE)) return UNKNOWN_PAYMENT;
  const account = cleanText(record.recipientAccountNumber);
  const accountReference = cleanText(record.virtualAccountReference);
  const devices = [record.posSerialNumber, record.terminalId]
    .map(cleanText)
    .filter((device) => device !== "");
  return {
    status: getOwnEntry(STATUSES, cleanText(record.status).toUpperCase()) ?? "unknown",
    ...(amount !== undefined && { amount }),
    ...(record.currency && { currency: parseCurrency(record.currency) }),
    ...(account !== "" && { account }),
    ...(accountReference !== "" && { accountReference }),
    ...(devices.length > 0 && { devices }),
    ...statedRefund(record.status),
  };
}
