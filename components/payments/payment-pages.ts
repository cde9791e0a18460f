import type { InfiniteData } from "@tanstack/react-query";
import type { z } from "zod";
import type { PaymentsPage } from "@/lib/payment-search/contract";

export type PageWire = z.input<typeof PaymentsPage>;
export type PaymentRow = PageWire["rows"][number];
export type Pages = InfiniteData<PageWire, number>;

/** Rows kept while the list is at the top; what is older is fetched again when somebody scrolls to it. */
export const KEPT_ROWS = 200;

/** A first page of what the stream has told. */
export function pageOf(rows: PaymentRow[], version: number, count: number): PageWire {
  const last = rows.at(-1)?.number ?? 0;
  return { version, transaction_count: count, totals: null, rows, next: last > 1 ? last : null };
}

/**
 * Pages with what the stream has told since: changed rows in their place, new ones on top. `undefined` where rows in
 * between were not told, so that the pages must be fetched again.
 */
export function mergePages(
  pages: Pages,
  told: PaymentRow[],
  version: number,
  count: number,
): Pages | undefined {
  const [first, ...others] = pages.pages;
  if (!first || version < first.version) return pages;
  const top = first.rows[0]?.number ?? 0;
  const fresh = told.filter(({ number }) => number > top);
  if (fresh.length > 0 && fresh.at(-1)?.number !== top + 1) return undefined;
  const byNumber = new Map(told.map((row) => [row.number, row]));
  const renewed = (page: PageWire) => ({
    ...page,
    rows: page.rows.map((row) => byNumber.get(row.number) ?? row),
  });
  const head = renewed(first);
  return {
    ...pages,
    pages: [
      { ...head, rows: [...fresh, ...head.rows], version, transaction_count: count },
      ...others.map(renewed),
    ],
  };
}

/** The pages cut down to the newest rows. */
export function trimPages(pages: Pages): Pages {
  const [first] = pages.pages;
  if (!first || pages.pages.reduce((sum, { rows }) => sum + rows.length, 0) <= KEPT_ROWS) return pages;
  const rows = pages.pages.flatMap((page) => page.rows).slice(0, KEPT_ROWS);
  const next = rows.at(-1)?.number ?? null;
  return { pages: [{ ...first, rows, next }], pageParams: pages.pageParams.slice(0, 1) };
}

/** Gives some payments another operator, before the service has said so. */
export function assignIn(
  pages: Pages,
  ids: readonly string[],
  operator: { id: PaymentRow["operator_id"]; name: string | null },
): Pages {
  const move = (row: PaymentRow): PaymentRow =>
    ids.includes(row.id) ? { ...row, operator_id: operator.id, operator_name: operator.name } : row;
  return { ...pages, pages: pages.pages.map((page) => ({ ...page, rows: page.rows.map(move) })) };
}
