/** The length of the "last five minutes" time range. */
export const RECENT_MS = 5 * 60_000;
/** Step by which the range advances, aligned to multiples of the clock, so that all viewers advance together. */
export const RECENT_STEP_MS = 5_000;

/**
 * The start of the "last five minutes" at a given time, in seconds since 1970. The result is constant within one step,
 * so that two viewers of one version see the same figure.
 */
export const recentRangeStart = (now: Date): number =>
  (Math.floor(now.getTime() / RECENT_STEP_MS) * RECENT_STEP_MS - RECENT_MS) / 1000;
