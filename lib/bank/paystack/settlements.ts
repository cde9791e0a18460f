import { z } from "zod";
import { requireData } from "../http-client";
import { parseCurrency } from "../parsing/credit";
import { optionalObject, requireIdentity, scalar } from "../parsing/message";
import {
  parseSettlementAmounts,
  parseSettlementDay,
  parseSettlementLines,
  toListedSettlements,
} from "../parsing/settlement";
import type {
  ListedSettlement,
  ListedSettlements,
  ListRequest,
  Provider,
  ProviderContext,
  SettlementPayments,
  SettlementPaymentsRequest,
} from "../provider";
import { callPaystack } from "./client";

/** Settlements or transactions of a page; the documentation states no maximum [?], its samples have 50. */
const PAGE_SIZE = 50;
/** How long a listed settlement can take to be completed; not documented [?]. A list begins this long before its watermark. */
const COMPLETION_OVERLAP_MS = 14 * 86_400_000;
/** The status of a settlement whose money has arrived [D]; the others are `processing`, `pending` and `failed`. */
const COMPLETED = "success";

/** Paystack settles on the next business day (T+1), according to third parties [S]; no cut-off hour is documented [?]. */
export const SETTLEMENT_CYCLES: NonNullable<Provider["settlementCycles"]> = {
  bank_transfer: { days: 1, isBusinessDays: true },
  pos: { days: 1, isBusinessDays: true },
};

/** The members of a settlement [D]. What each amount includes is not described [?]; the names are read as they stand. */
const Settlement = optionalObject({
  id: scalar,
  status: scalar,
  currency: scalar,
  effective_amount: scalar,
  total_fees: scalar,
  total_processed: scalar,
  settlement_date: scalar,
});
const Meta = optionalObject({ page: scalar, pageCount: scalar, next: scalar });
const SettlementPage = z.object({ data: z.array(Settlement), meta: Meta });
const TransactionPage = z.object({
  data: z.array(optionalObject({ reference: scalar, amount: scalar, currency: scalar })),
  meta: Meta,
});

/** Returns the number of the next page; `undefined` after the last one, which a short page is without `meta` [?]. */
function nextPage(page: number, count: number, meta: z.output<typeof Meta>): string | undefined {
  const pageCount = Number(meta?.pageCount);
  const hasNext = pageCount > 0 ? page < pageCount : count === PAGE_SIZE;
  return hasNext ? String(page + 1) : undefined;
}

/** Lists a page of the completed settlements of Paystack; it sends no notification of them [D]. Throws like `requireData`. */
export async function listSettlements(
  request: ListRequest,
  context: ProviderContext,
): Promise<ListedSettlements> {
  const page = Number(request.cursor ?? 1);
  const query = new URLSearchParams({
    status: COMPLETED,
    from: new Date(request.since.getTime() - COMPLETION_OVERLAP_MS).toISOString(),
    to: request.until.toISOString(),
    perPage: String(PAGE_SIZE),
    page: String(page),
  });
  const listed = await callPaystack(context, { method: "GET", path: `/settlement?${query}` }, SettlementPage);
  const { data, meta } = requireData("paystack: the list of settlements", listed);
  const nextCursor = nextPage(page, data.length, meta);
  return {
    ...toListedSettlements(data, (one) => toListedSettlement(one, context.businessTimeZone)),
    ...(nextCursor && { nextCursor }),
  };
}

/** Returns `undefined` for a settlement that is not completed, or is not in naira; throws `Unreadable`. */
function toListedSettlement(
  one: z.output<typeof Settlement>,
  businessTimeZone: string,
): ListedSettlement | undefined {
  if (one?.status !== COMPLETED || parseCurrency(one.currency) !== "NGN") return undefined;
  const settlementId = requireIdentity("id", one.id);
  return {
    reference: settlementId,
    settlementId,
    settledOn: parseSettlementDay("settlement_date", one.settlement_date, businessTimeZone),
    ...parseSettlementAmounts(
      { gross: one.total_processed, fees: one.total_fees, net: one.effective_amount },
      "kobo",
    ),
  };
}

/** Lists a page of the transactions of a settlement by `reference`, with their gross amounts in kobo [D]. Throws likewise. */
export async function listSettlementPayments(
  { settlementId, cursor }: SettlementPaymentsRequest,
  context: ProviderContext,
): Promise<SettlementPayments & { nextCursor?: string }> {
  const page = Number(cursor ?? 1);
  const query = new URLSearchParams({ perPage: String(PAGE_SIZE), page: String(page) });
  const path = `/settlement/${encodeURIComponent(settlementId)}/transactions?${query}`;
  const listed = await callPaystack(context, { method: "GET", path }, TransactionPage);
  const { data, meta } = requireData("paystack: the transactions of a settlement", listed);
  const lines = data.map((one, index) => ({
    index: (page - 1) * PAGE_SIZE + index,
    paymentKey: { member: "reference", text: one?.reference },
    gross: { member: "amount", text: one?.amount },
    net: { member: "amount", text: undefined },
    currency: one?.currency,
  }));
  const nextCursor = nextPage(page, data.length, meta);
  return { ...parseSettlementLines(lines, "kobo"), ...(nextCursor && { nextCursor }) };
}
