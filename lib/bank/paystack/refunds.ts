import { z } from "zod";
import { requireData } from "../http-client";
import { parsePaymentAmount } from "../parsing/amount";
import { getOwnEntry, scalar } from "../parsing/message";
import { cleanText } from "../parsing/text";
import { parseBankTime } from "../parsing/time";
import type { BankRefund, ProviderContext, RefundRequest } from "../provider";
import { callPaystack } from "./client";

/** Paystack's statuses of a refund [D]; any other is in progress. */
const STATUSES: Record<string, BankRefund["status"]> = { processed: "completed", failed: "failed" };
const PAGE_SIZE = 50;
/** A payment cannot have so many refunds; a longer list is not the list of one payment. */
const MAX_PAGES = 20;
/** How far Paystack's clock may differ from ours. */
const CLOCK_DIFFERENCE_MS = 5 * 60_000;

const Row = z.object({
  id: scalar,
  amount: scalar,
  status: scalar,
  merchant_note: scalar,
  createdAt: scalar,
  transaction: z
    .union([z.string(), z.object({ id: scalar, reference: scalar })])
    .nullish()
    .catch(null),
});
type Row = z.output<typeof Row>;
const Created = z.object({ data: Row });
const Page = z.object({ data: z.array(Row) });
const Payment = z.object({ data: z.object({ id: z.string() }) });

const toBankRefund = ({ id, status }: Row): BankRefund => ({
  status: getOwnEntry(STATUSES, cleanText(status).toLowerCase()) ?? "in_progress",
  bankReference: cleanText(id),
  detail: cleanText(status),
});

/**
 * Refunds a payment with `POST /refund` [D]. Paystack takes no reference of ours; our refund's id is its `merchant_note`,
 * which Paystack returns. Throws like `requireData`.
 */
export async function refund(
  { reference, paymentKey, amount }: RefundRequest,
  context: ProviderContext,
): Promise<BankRefund> {
  const body = { transaction: paymentKey, amount: Number(amount), merchant_note: reference };
  const created = await callPaystack(context, { method: "POST", path: "/refund", body }, Created);
  return toBankRefund(requireData("paystack: a refund", created).data);
}

/**
 * Finds a refund among those of its payment: by our id in the note, else, in case Paystack does not keep the note [?], one
 * of the same amount that was created since it was requested and is no other refund of ours by its note or its id. Throws like
 * `requireData`.
 */
export async function findRefund(
  request: RefundRequest,
  context: ProviderContext,
): Promise<BankRefund | undefined> {
  const path = `/transaction/verify/${encodeURIComponent(request.paymentKey)}`;
  const payment = await callPaystack(context, { method: "GET", path }, Payment);
  const { id } = requireData("paystack: a refunded payment", payment).data;
  const rows = await listRefunds(id, request, context);
  const own = rows.find((row) => row.merchant_note === request.reference);
  const found = own ?? rows.find((row) => !isOther(row, request) && isSame(row, request));
  return found && toBankRefund(found);
}

/** Whether a refund has the note, or the id, of another refund of ours. */
const isOther = ({ id, merchant_note: note }: Row, { otherReferences }: RefundRequest): boolean =>
  note?.startsWith("rfd_") || otherReferences.includes(cleanText(id));

function isSame(row: Row, { amount, requestedAt }: RefundRequest): boolean {
  const createdAt = parseBankTime(row.createdAt);
  const isRecent = !createdAt || createdAt.getTime() >= requestedAt.getTime() - CLOCK_DIFFERENCE_MS;
  return isRecent && parsePaymentAmount(row.amount, "kobo") === amount;
}

/** Lists the refunds of a payment. Rows of other payments are removed, in case the filter has another name [?]. */
async function listRefunds(
  transactionId: string,
  { paymentKey, requestedAt }: RefundRequest,
  context: ProviderContext,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; page <= MAX_PAGES; page++) {
    const query = new URLSearchParams({
      transaction: transactionId,
      from: new Date(requestedAt.getTime() - CLOCK_DIFFERENCE_MS).toISOString(),
      perPage: String(PAGE_SIZE),
      page: String(page),
    });
    const listed = await callPaystack(context, { method: "GET", path: `/refund?${query}` }, Page);
    const { data } = requireData("paystack: the list of refunds", listed);
    rows.push(...data);
    if (data.length < PAGE_SIZE) break;
  }
  return rows.filter(({ transaction }) =>
    typeof transaction === "object" && transaction
      ? transaction.id === transactionId || transaction.reference === paymentKey
      : transaction === transactionId || transaction === paymentKey,
  );
}
