import { z } from "zod";
import { listStart, toConfirmation, toListedPayments, UNKNOWN_PAYMENT } from "../bank-records";
import { findData, requireData } from "../http-client";
import type { Confirmation, ListedPage, ListFormat, ListRequest, ProviderContext } from "../provider";
import { callFlutterwave } from "./client";
import { parseCharge } from "./transform";

/** The largest page [D]. */
const PAGE_SIZE = 50;
const Charge = z.object({ data: z.unknown() });
const Page = z.object({
  data: z.array(z.unknown()),
  meta: z.object({ page_info: z.object({ current_page: z.string(), total_pages: z.string() }) }),
});

/** The rows of Flutterwave's list of charges, which have the members of `charge.completed`. */
export const listFormat: ListFormat = { event: "GET /charges", version: 1, parse: parseCharge };

/** Gets Flutterwave's own record of a charge. Throws like `callBank`. */
export async function confirm(paymentKey: string, context: ProviderContext): Promise<Confirmation> {
  const path = `/charges/${encodeURIComponent(paymentKey)}`;
  const found = await callFlutterwave(context, { method: "GET", path }, Charge);
  const data = findData("flutterwave: a charge", found);
  return data ? toConfirmation(paymentKey, () => parseCharge(data.data)) : UNKNOWN_PAYMENT;
}

/**
 * Lists a page of Flutterwave's charges, latest first. `from` and `to` are documented for the list of accounts [D], for
 * charges only in community code [C]: without them the list would be longer, not shorter. Throws like `requireData`.
 */
export async function listSince(request: ListRequest, context: ProviderContext): Promise<ListedPage> {
  const query = new URLSearchParams({
    from: listStart(request.since).toISOString(),
    to: request.until.toISOString(),
    page: request.cursor ?? "1",
    size: String(PAGE_SIZE),
  });
  const listed = await callFlutterwave(context, { method: "GET", path: `/charges?${query}` }, Page);
  const { data, meta } = requireData("flutterwave: the list of charges", listed);
  const page = Number(meta.page_info.current_page);
  return {
    payments: toListedPayments(listFormat, data),
    ...(page < Number(meta.page_info.total_pages) && { nextCursor: String(page + 1) }),
  };
}
