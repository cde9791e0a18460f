/** How far back "in 5 min" looks. */
export const RECENT_MS = 5 * 60_000;
/** The window moves on by so much at a time, on whole multiples of the clock, for everybody who looks at once. */
export const RECENT_STEP_MS = 5_000;

/**
 * From which second on a payment counts as recent at a moment, as seconds since 1970. It is the same for all who look
 * within one step of the clock, so that two viewers of one version are shown one figure.
 */
export const recentFrom = (now: Date): number =>
  (Math.floor(now.getTime() / RECENT_STEP_MS) * RECENT_STEP_MS - RECENT_MS) / 1000;
