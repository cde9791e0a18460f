/** The outcomes of an event. `waiting`: not sent yet, or between two attempts. */
export const OUTCOMES = { delivered: "Delivered", waiting: "Waiting", failed: "Failed" } as const;
export type DeliveryOutcome = keyof typeof OUTCOMES;

const HOUR_MS = 3_600_000;
/** The periods that a search of all events, or their replay, can be limited to, with their lengths. */
export const SEARCH_PERIODS = {
  hour: { label: "Last hour", ms: HOUR_MS },
  day: { label: "Last 24 hours", ms: 24 * HOUR_MS },
  week: { label: "Last 7 days", ms: 168 * HOUR_MS },
} as const;
export type SearchPeriod = keyof typeof SEARCH_PERIODS;

/** Returns the period of this name; undefined, which is all time, for any other text. */
export const parsePeriod = (text = ""): SearchPeriod | undefined =>
  text in SEARCH_PERIODS ? (text as SearchPeriod) : undefined;

/** Returns the start of a period that ends now, as an ISO 8601 string. */
export const periodStart = (period: SearchPeriod, nowMs: number): string =>
  new Date(nowMs - SEARCH_PERIODS[period].ms).toISOString();

/** Display names of the types of events. */
export const EVENT_TYPE_NOTES = {
  "transaction.received": "Each status that a payment reaches",
  "expected_payment.updated": "Each change of an expected payment",
} as const;
