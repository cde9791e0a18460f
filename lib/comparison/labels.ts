/** The dimensions by which events can be compared, with the title of the first column. */
export const COMPARISONS = {
  hour: "Hour",
  channel: "Channel",
  terminal: "Terminal",
  operator: "Operator",
} as const;
export type ComparisonKind = keyof typeof COMPARISONS;

/** The maximum number of events in one comparison: more columns do not fit a laptop. */
export const MAX_COMPARED = 5;
