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

/** Returns the start of a period that ends now, as an ISO 8601 string; "always" starts in 1970. */
export const periodStart = (period: SearchPeriod | "always", nowMs: number): string =>
  new Date(period === "always" ? 0 : nowMs - SEARCH_PERIODS[period].ms).toISOString();

/** What each type of event reports, for a member who selects types. */
export const EVENT_TYPE_NOTES = {
  "transaction.received": "Each status that a payment reaches",
  "expected_payment.updated": "Each change of an expected payment",
} as const;
