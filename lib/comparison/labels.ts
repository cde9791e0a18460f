/** By what events are compared, with the title of the rows. */
export const COMPARISONS = {
  hour: "Hour",
  channel: "Channel",
  terminal: "Terminal",
  operator: "Operator",
} as const;
export type ComparisonKind = keyof typeof COMPARISONS;

/** Most events of one comparison: more columns do not fit a laptop. */
export const MAX_COMPARED = 5;
