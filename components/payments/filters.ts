import { isMoment } from "../shared/tables/time-range";

/** Filters of the payment list, as in the page's URL. */
export type Filters = { [Name in FilterName]?: string | undefined };
export type FilterName = (typeof FILTER_NAMES)[number];
export const FILTER_NAMES = [
  "q",
  "status",
  "channel",
  "terminal",
  "operator",
  "order",
  "from",
  "to",
] as const;

/** Whether a text is one or several values of a pattern, separated by commas. */
const isListOf = (one: string) => (text: string) => new RegExp(`^(${one})(,(${one}))*$`).test(text);

const IS_VALID: Record<FilterName, (text: string) => boolean> = {
  q: (text) => text.trim() !== "" && text.length <= 200 && !text.includes("\u0000"),
  status: isListOf("successful|pending|failed"),
  channel: isListOf("bank_transfer|pos"),
  terminal: isListOf("pos_[\\w-]{1,80}"),
  operator: isListOf("none|op_[0-9a-z]{26}"),
  order: isListOf("matched|unmatched"),
  from: isMoment,
  to: isMoment,
};

/**
 * Reads the filters of a URL; invalid values are ignored, so that an old or mistyped link still shows the
 * list.
 */
export function readFilters(params: { get(name: string): string | null }): Filters {
  const filters: Filters = {};
  for (const name of FILTER_NAMES) {
    const text = params.get(name);
    if (text && IS_VALID[name](text)) filters[name] = text;
  }
  return filters;
}

/** Serializes filters as a query string in a fixed order; `""` without filters. */
export function toFilterQuery(filters: Filters): string {
  const query = new URLSearchParams();
  for (const name of FILTER_NAMES) if (filters[name]) query.set(name, filters[name]);
  return query.toString();
}

/** Returns the values of a filter that accepts several. */
export const parseFilterValues = (text: string | undefined): string[] => text?.split(",") ?? [];
