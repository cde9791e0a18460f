import type { InfiniteData } from "@tanstack/react-query";
import type { z } from "zod";
import { mergeRows, replaceRows } from "@/lib/core/merge-rows";
import type { PaymentsPage } from "@/lib/payment-search/contract";

export type PaymentsPageJson = z.input<typeof PaymentsPage>;
export type PaymentRow = PaymentsPageJson["rows"][number];
export type Pages = InfiniteData<PaymentsPageJson, number>;

/** Rows cached while the list is at its top; older ones are refetched when scrolled to. */
const MAX_CACHED_ROWS = 200;

/** Builds the first page from the rows of the live stream. */
export function toFirstPage(rows: PaymentRow[], version: number, count: number): PaymentsPageJson {
  const last = rows.at(-1)?.sequence ?? 0;
  return { version, transaction_count: count, totals: null, rows, next: last > 1 ? last : null };
}

/**
 * Merges rows of the live stream into the pages: changed rows in place, new ones on top. Returns undefined if
 * rows in between are missing, so that the pages must be refetched.
 */
export function mergePages(
  pages: Pages,
  liveRows: PaymentRow[],
  version: number,
  count: number,
): Pages | undefined {
  const [first, ...others] = pages.pages;
  if (!first || version < first.version) return pages;
  const { rows, hasGap } = mergeRows(first.rows, liveRows);
  if (hasGap) return undefined;
  return {
    ...pages,
    pages: [
      { ...first, rows, version, transaction_count: count },
      ...others.map((page) => ({ ...page, rows: replaceRows(page.rows, liveRows) })),
    ],
  };
}

/** Trims the pages to the newest rows. */
export function trimPages(pages: Pages): Pages {
  const [first] = pages.pages;
  if (!first || pages.pages.reduce((sum, { rows }) => sum + rows.length, 0) <= MAX_CACHED_ROWS) return pages;
  const rows = pages.pages.flatMap((page) => page.rows).slice(0, MAX_CACHED_ROWS);
  const next = rows.at(-1)?.sequence ?? null;
  return { pages: [{ ...first, rows, next }], pageParams: pages.pageParams.slice(0, 1) };
}

/** Assigns payments to an operator in the cached pages, as an optimistic update. */
export function assignInPages(
  pages: Pages,
  ids: readonly string[],
  operator: { id: PaymentRow["operator_id"]; name: string | null },
): Pages {
  const assignRow = (row: PaymentRow): PaymentRow =>
    ids.includes(row.id) ? { ...row, operator_id: operator.id, operator_name: operator.name } : row;
  return { ...pages, pages: pages.pages.map((page) => ({ ...page, rows: page.rows.map(assignRow) })) };
}
