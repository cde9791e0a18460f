import { z } from "zod";
import { dayIn } from "@/lib/core/time";
import { listStart, toConfirmation, toListedPayments, UNKNOWN_PAYMENT } from "../bank-records";
import { findData, requireData } from "../http-client";
import type { Confirmation, ListedPage, ListFormat, ListRequest, ProviderContext } from "../provider";
import { callLenco } from "./client";
import { parseListedTransfer, parseTerminalPayment, parseTransfer } from "./transform";

const Transaction = z.object({ data: z.unknown() });
const Page = z.object({
  data: z.object({
    allTransactions: z.array(z.unknown()),
    meta: z.object({ pageCount: z.string(), currentPage: z.string() }),
  }),
});

/** The rows of Lenco's list of transfers. */
export const listFormat: ListFormat = {
  event: "GET /virtual-accounts/all-transactions",
  version: 1,
  parse: parseListedTransfer,
};

/** Gets Lenco's own record of a transfer, else of a terminal payment. Throws like `callBank`. */
export async function confirm(paymentKey: string, context: ProviderContext): Promise<Confirmation> {
  const id = encodeURIComponent(paymentKey);
  const find = async (path: string) =>
    findData("lenco: a payment", await callLenco(context, { method: "GET", path }, Transaction));
  const transfer = await find(`/virtual-accounts/transactions/${id}`);
  if (transfer) return toConfirmation(paymentKey, () => parseTransfer(transfer.data));
  const terminal = await find(`/point-of-sale/transactions/${id}`);
  return terminal ? toConfirmation(paymentKey, () => parseTerminalPayment(terminal.data)) : UNKNOWN_PAYMENT;
}

/**
 * Lists a page of the transactions of Lenco's virtual accounts; a list of terminal payments is not documented [?]. `start`
 * and `end` are days in the business's time zone [?], so a page can have more than was asked for. Throws like `requireData`.
 */
export async function listSince(request: ListRequest, context: ProviderContext): Promise<ListedPage> {
  const query = new URLSearchParams({
    page: request.cursor ?? "1",
    start: dayIn(context.businessTimeZone, listStart(request.since)),
    end: dayIn(context.businessTimeZone, request.until),
  });
  const path = `/virtual-accounts/all-transactions?${query}`;
  const listed = await callLenco(context, { method: "GET", path }, Page);
  const { allTransactions, meta } = requireData("lenco: the list of transactions", listed).data;
  const page = Number(meta.currentPage);
  return {
    payments: toListedPayments(listFormat, allTransactions),
    ...(page < Number(meta.pageCount) && { nextCursor: String(page + 1) }),
  };
}
