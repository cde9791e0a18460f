import { z } from "zod";
import { listStart, toConfirmation, toListedPayments, UNKNOWN_PAYMENT } from "../bank-records";
import { findData, requireData } from "../http-client";
import { optionalObject, scalar } from "../parsing/message";
import { cleanText } from "../parsing/text";
import type {
  BankCredit,
  Confirmation,
  ListedPage,
  ListFormat,
  ListRequest,
  ProviderContext,
} from "../provider";
import { callPaystack } from "./client";
import { parseCharge } from "./transform";

/** The transactions of a page; the documentation states no maximum [?], its samples have 50. */
const PAGE_SIZE = 50;
const Row = optionalObject({ status: scalar });
const Verified = z.object({ data: z.unknown() });
const Page = z.object({
  data: z.array(z.unknown()),
  meta: z.object({ next: z.string().nullish() }).nullish(),
});

/**
 * Parses Paystack's own record of a payment. `reversed` is the status of a successful payment that a refund or a lost dispute
 * took back [D].
 */
function parseRecord(json: unknown): BankCredit {
  const credit = parseCharge(json);
  const isReversed = cleanText(Row.parse(json)?.status).toLowerCase() === "reversed";
  return isReversed ? { ...credit, status: "successful", reversal: "reversal" } : credit;
}

/**
 * The rows of Paystack's list of transactions, which have the members of `charge.success` [D]. Version 1 read a reversed
 * payment as failed.
 */
export const listFormat: ListFormat = {
  event: "GET /transaction",
  version: 2,
  parse: parseRecord,
  earlierVersions: { 1: parseCharge },
};

/** Gets Paystack's own record of a payment, which has the members of its notification [D]. Throws like `callBank`. */
export async function confirm(paymentKey: string, context: ProviderContext): Promise<Confirmation> {
  const path = `/transaction/verify/${encodeURIComponent(paymentKey)}`;
  const verified = await callPaystack(context, { method: "GET", path }, Verified);
  const data = findData("paystack: a payment", verified);
  return data ? toConfirmation(paymentKey, () => parseRecord(data.data)) : UNKNOWN_PAYMENT;
}

/** Lists a page of Paystack's transactions, which have the members of `charge.success` [D]. Throws like `requireData`. */
export async function listSince(request: ListRequest, context: ProviderContext): Promise<ListedPage> {
  const query = new URLSearchParams({
    from: listStart(request.since).toISOString(),
    to: request.until.toISOString(),
    perPage: String(PAGE_SIZE),
    use_cursor: "true",
    ...(request.cursor && { next: request.cursor }),
  });
  const listed = await callPaystack(context, { method: "GET", path: `/transaction?${query}` }, Page);
  const { data, meta } = requireData("paystack: the list of transactions", listed);
  return {
    payments: toListedPayments(listFormat, data),
    ...(meta?.next && { nextCursor: meta.next }),
  };
}
