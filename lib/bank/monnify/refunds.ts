import { z } from "zod";
import { formatKobo } from "@/lib/core/money";
import { requireData } from "../http-client";
import { getOwnEntry, scalar } from "../parsing/message";
import { cleanText, truncateText } from "../parsing/text";
import type { BankRefund, ProviderContext, RefundRequest } from "../provider";
import { callMonnify } from "./client";

/** Monnify's statuses of a refund [D]; any other is in progress. */
const STATUSES: Record<string, BankRefund["status"]> = { completed: "completed", failed: "failed" };
/** The longest texts that Monnify takes [D]. */
const MAX_REASON_LENGTH = 64;
const CUSTOMER_NOTE = "Refund";
const NOT_FOUND = 404;

const Refund = z.object({ responseBody: z.object({ refundReference: scalar, refundStatus: scalar }) });

const toBankRefund = (
  { responseBody: { refundStatus } }: z.output<typeof Refund>,
  reference: string,
): BankRefund => ({
  status: getOwnEntry(STATUSES, cleanText(refundStatus).toLowerCase()) ?? "in_progress",
  bankReference: reference,
  detail: cleanText(refundStatus),
});

/**
 * Refunds a payment to its payer, under our refund's id as `refundReference`, which Monnify accepts once [D]. Refunds must be
 * enabled for the business and need a funded wallet [D]. Throws like `requireData`.
 */
export async function refund(
  { reference, paymentKey, amount, reason }: RefundRequest,
  context: ProviderContext,
): Promise<BankRefund> {
  const body = {
    transactionReference: paymentKey,
    refundReference: reference,
    refundAmount: Number(formatKobo(amount)),
    refundReason: truncateText(reason, MAX_REASON_LENGTH),
    customerNote: CUSTOMER_NOTE,
  };
  const path = "/api/v1/refunds/initiate-refund";
  const sent = await callMonnify(context, { method: "POST", path, body }, Refund);
  return toBankRefund(requireData("monnify: a refund", sent), reference);
}

/**
 * Gets a refund by our reference [D]. Only 404 says that there is none; the answer to an unknown reference is not documented
 * [?]. Throws like `requireData`.
 */
export async function findRefund(
  { reference }: RefundRequest,
  context: ProviderContext,
): Promise<BankRefund | undefined> {
  const path = `/api/v1/refunds/${encodeURIComponent(reference)}`;
  const found = await callMonnify(context, { method: "GET", path }, Refund);
  if (found.refusal?.status === NOT_FOUND) return undefined;
  return toBankRefund(requireData("monnify: a refund", found), reference);
}
