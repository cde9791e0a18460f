import { formatDay, formatMinute, isSameDay } from "@/lib/core/format-date";

/** What a list of payments is narrowed to, as it stands in the page's address. */
export type Filters = { [Name in FilterName]?: string | undefined };
export type FilterName = (typeof FILTER_NAMES)[number];
export const FILTER_NAMES = ["q", "status", "channel", "terminal", "operator", "from", "to"] as const;

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;
const list = (one: string) => new RegExp(`^(${one})(,(${one}))*$`);
const isMoment = (text: string) => MOMENT.test(text) && !Number.isNaN(Date.parse(text));

const IS_VALID: Record<FilterName, (text: string) => boolean> = {
  q: (text) => text.trim() !== "" && text.length <= 200 && !text.includes("\u0000"),
  status: (text) => list("successful|pending|failed").test(text),
  channel: (text) => list("bank_transfer|pos").test(text),
  terminal: (text) => list("pos_[\\w-]{1,80}").test(text),
  operator: (text) => list("none|op_[0-9a-z]{26}").test(text),
  from: isMoment,
  to: isMoment,
};

/** The filters in an address; what cannot be one is passed over, so that an old or mistyped link still shows the list. */
export function readFilters(params: { get(name: string): string | null }): Filters {
  const filters: Filters = {};
  for (const name of FILTER_NAMES) {
    const text = params.get(name);
    if (text && IS_VALID[name](text)) filters[name] = text;
  }
  return filters;
}

/** Filters as a query, always in the same order; `""` where none are set. */
export function queryOf(filters: Filters): string {
  const query = new URLSearchParams();
  for (const name of FILTER_NAMES) if (filters[name]) query.set(name, filters[name]);
  return query.toString();
}

/** The values of a filter that takes several. */
export const valuesOf = (text: string | undefined): string[] => text?.split(",") ?? [];

/** From when to when, as a filter says it: `21:00 to 21:30`, `since 21:00`, `12 Dec 21:00 to 13 Dec 01:00`. */
export function wordsOfTime({ from, to }: Filters): string | undefined {
  if (!from && !to) return undefined;
  const one = from && to && isSameDay(from, to) ? formatMinute : withDay;
  if (!to) return `since ${one(from ?? "")}`;
  if (!from) return `until ${one(to)}`;
  return `${one(from)} to ${one(to)}`;
}

const withDay = (moment: string) => `${formatDay(moment)} ${formatMinute(moment)}`;
