import { formatDay, formatMinute, isSameDay } from "@/lib/core/format/format-date";

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

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;
const listPattern = (one: string) => new RegExp(`^(${one})(,(${one}))*$`);
const isMoment = (text: string) => MOMENT.test(text) && !Number.isNaN(Date.parse(text));

const IS_VALID: Record<FilterName, (text: string) => boolean> = {
  q: (text) => text.trim() !== "" && text.length <= 200 && !text.includes("\u0000"),
  status: (text) => listPattern("successful|pending|failed").test(text),
  channel: (text) => listPattern("bank_transfer|pos").test(text),
  terminal: (text) => listPattern("pos_[\\w-]{1,80}").test(text),
  operator: (text) => listPattern("none|op_[0-9a-z]{26}").test(text),
  order: (text) => listPattern("matched|unmatched").test(text),
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

/** Formats the time filter: `21:00 to 21:30`, `since 21:00`, `12 Dec 21:00 to 13 Dec 01:00`. */
export function formatTimeFilter({ from, to }: Filters): string | undefined {
  if (!from && !to) return undefined;
  const format = from && to && isSameDay(from, to) ? formatMinute : formatDayMinute;
  if (!to) return `since ${format(from ?? "")}`;
  if (!from) return `until ${format(to)}`;
  return `${format(from)} to ${format(to)}`;
}

const formatDayMinute = (moment: string) => `${formatDay(moment)} ${formatMinute(moment)}`;
