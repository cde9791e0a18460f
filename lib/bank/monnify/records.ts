import { z } from "zod";
import { listStart, toConfirmation, toListedPayments, UNKNOWN_PAYMENT } from "../bank-records";
import { findData, requireData } from "../http-client";
import type { Confirmation, ListedPage, ListFormat, ListRequest, ProviderContext } from "../provider";
import { callMonnify } from "./client";
import { parsePayment } from "./transform";

/** The rows of a page, and how many of their payments are requested at a time; Monnify's rate limits are not published [?]. */
const PAGE_SIZE = 50;
const CONCURRENT_REQUESTS = 5;

const Transaction = z.object({ responseBody: z.unknown() });
const Page = z.object({
  responseBody: z.object({ content: z.array(z.object({ transactionReference: z.string() }).loose()) }),
});

/** The payments of Monnify's list, each as read by its reference. */
export const listFormat: ListFormat = {
  event: "GET /api/v1/transactions/search",
  version: 1,
  parse: parsePayment,
};

async function findTransaction(reference: string, context: ProviderContext) {
  const path = `/api/v2/transactions/${encodeURIComponent(reference)}`;
  return findData("monnify: a payment", await callMonnify(context, { method: "GET", path }, Transaction));
}

/** Gets Monnify's own record of a payment, which names our reference of the account. Throws like `callMonnify`. */
export async function confirm(paymentKey: string, context: ProviderContext): Promise<Confirmation> {
  const data = await findTransaction(paymentKey, context);
  return data ? toConfirmation(paymentKey, () => parsePayment(data.responseBody)) : UNKNOWN_PAYMENT;
}

/**
 * Lists a page of Monnify's transactions. A row states no account [D], so each payment is read by its reference, which
 * names our reference of the account. Throws like `requireData`.
 */
export async function listSince(request: ListRequest, context: ProviderContext): Promise<ListedPage> {
  const page = Number(request.cursor ?? 0);
  const query = new URLSearchParams({
    from: String(listStart(request.since).getTime()),
    to: String(request.until.getTime()),
    page: String(page),
    size: String(PAGE_SIZE),
  });
  const path = `/api/v1/transactions/search?${query}`;
  const listed = await callMonnify(context, { method: "GET", path }, Page);
  const { content } = requireData("monnify: the list of transactions", listed).responseBody;
  const rows: unknown[] = [];
  for (let at = 0; at < content.length; at += CONCURRENT_REQUESTS) {
    const details = content.slice(at, at + CONCURRENT_REQUESTS).map(async (row) => {
      const data = await findTransaction(row.transactionReference, context);
      return data?.responseBody ?? row;
    });
    rows.push(...(await Promise.all(details)));
  }
  return {
    payments: toListedPayments(listFormat, rows),
    ...(content.length === PAGE_SIZE && { nextCursor: String(page + 1) }),
  };
}
