import { z } from "zod";
import { findData, requireData } from "../http-client";
import type {
  ListedSettlement,
  Provider,
  ProviderContext,
  SettlementPayments,
  SettlementPaymentsRequest,
} from "../provider";
import { callMonnify } from "./client";
import { parseSettledPayments, parseSettlementDetail } from "./transform";

/** The payments of a page; the maximum is not published [?]. */
const PAGE_SIZE = 50;

/**
 * Monnify settles transfers at 22:00 of the same day [D]. Whether it does so on weekends and holidays is not documented [?]:
 * the next business day is expected.
 */
export const SETTLEMENT_CYCLES: NonNullable<Provider["settlementCycles"]> = {
  bank_transfer: { days: 0, isBusinessDays: true, cutOffHour: 22 },
};

const Page = z.object({ responseBody: z.object({ content: z.array(z.unknown()) }) });
const Detail = z.object({ responseBody: z.unknown() });

/** Lists a page of the payments of a settlement by its reference (`find-by-settlement-reference` [D]). Throws like `requireData`. */
export async function listSettlementPayments(
  { settlementId, cursor }: SettlementPaymentsRequest,
  context: ProviderContext,
): Promise<SettlementPayments & { nextCursor?: string }> {
  const page = Number(cursor ?? 0);
  const query = new URLSearchParams({ reference: settlementId, page: String(page), size: String(PAGE_SIZE) });
  const path = `/api/v1/transactions/find-by-settlement-reference?${query}`;
  const listed = await callMonnify(context, { method: "GET", path }, Page);
  const { content } = requireData("monnify: the payments of a settlement", listed).responseBody;
  return {
    ...parseSettledPayments(content, page * PAGE_SIZE),
    ...(content.length === PAGE_SIZE && { nextCursor: String(page + 1) }),
  };
}

/**
 * Finds the settlement of a payment by its settlement detail [D]. The documented sample shows neither the reference nor the
 * time of the settlement [?]; without them the answer is `undefined`, and the payment stays unsettled. Throws like
 * `requireData`.
 */
export async function findSettlement(
  paymentKey: string,
  context: ProviderContext,
): Promise<ListedSettlement | undefined> {
  const path = `/api/v1/settlement-detail?${new URLSearchParams({ transactionReference: paymentKey })}`;
  const detail = findData(
    "monnify: a settlement",
    await callMonnify(context, { method: "GET", path }, Detail),
  );
  const head = detail && parseSettlementDetail(detail.responseBody, context.businessTimeZone);
  return head && { ...head, settlementId: head.reference };
}
