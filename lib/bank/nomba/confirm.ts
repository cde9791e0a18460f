import { bankUnavailable } from "../http-client";
import { readPayment } from "../parsing/amount";
import { currencyOf } from "../parsing/credit";
import { entryOf, optionalObject, scalar, WRONG_TYPE } from "../parsing/message";
import { cleanText } from "../parsing/text";
import type { Confirmation, ProviderContext } from "../provider";
import { callNomba } from "./session";

const Answer = optionalObject({
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
type Entry = NonNullable<NonNullable<ReturnType<typeof Answer.parse>>["data"]>;

/**
 * The words of a transaction's `status` [D]. The documentation calls all of them pending that are neither a success
 * nor a refund, those of failures included. A refunded payment was successful; its refund is another notification.
 * `SUCCESSFUL` and `FAILED` are the words by which the list of transactions is filtered [C].
 */
const STATUSES: Record<string, Confirmation["status"]> = {
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

const UNKNOWN: Confirmation = { status: "unknown" };
/** Statuses by which Nomba does not answer the question: no valid session, too slow, too many calls [D]. */
const NOT_ANSWERED = new Set([401, 408, 429]);

/**
 * Asks Nomba for its own record of a payment, for its notices' signatures cover neither the amount nor the account.
 * `unknown` where Nomba has no such record, refuses to give it, or gives another payment's, a debit, or one that
 * cannot be read. Throws `Failure("unavailable")` where Nomba does not answer.
 */
export async function confirm(paymentKey: string, context: ProviderContext): Promise<Confirmation> {
  const path = `/v1/transactions/accounts/single?transactionRef=${encodeURIComponent(paymentKey)}`;
  const { status, data: answer } = await callNomba(context, { method: "GET", path }, Answer);
  if (NOT_ANSWERED.has(status)) throw bankUnavailable(`nomba answered ${status} to a re-query`);
  // A refusal can come with the status 200 and another code than this [D].
  const entry = answer?.code === "00" ? answer.data : undefined;
  return entry && entry.id === paymentKey && isCredit(entry) ? confirmationOf(entry) : UNKNOWN;
}

const isWord = (text: string | null | undefined, expected: string) =>
  cleanText(text).toLowerCase() === expected;

/** A transaction's `type` names its kind; only some answers state the direction in `entryType` [S]. */
function isCredit({ type, entryType }: Entry): boolean {
  return !isWord(type, "debit") && (!entryType || isWord(entryType, "credit"));
}

function confirmationOf(entry: Entry): Confirmation {
  const amount = readPayment(entry.amount, "naira");
  const isAmountUnreadable = amount === undefined && Boolean(entry.amount);
  if (isAmountUnreadable || Object.values(entry).includes(WRONG_TYPE)) return UNKNOWN;
  const account = cleanText(entry.recipientAccountNumber);
  const accountReference = cleanText(entry.virtualAccountReference);
  const devices = [entry.posSerialNumber, entry.terminalId].map(cleanText).filter((device) => device !== "");
  return {
    status: entryOf(STATUSES, cleanText(entry.status).toUpperCase()) ?? "unknown",
    ...(amount !== undefined && { amount }),
    ...(entry.currency && { currency: currencyOf(entry.currency) }),
    ...(account !== "" && { account }),
    ...(accountReference !== "" && { accountReference }),
    ...(devices.length > 0 && { devices }),
  };
}
