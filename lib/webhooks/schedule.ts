/** How far a wait strays from the schedule, so that events that failed together do not come back together. */
const JITTER = 0.2;

interface Retry {
  /** The waits after the first try, in milliseconds (`WEBHOOK_RETRY_SCHEDULE_MS`). */
  scheduleMs: readonly number[];
  /** How long the receiver asked to be left alone, if it did. */
  retryAfterMs?: number | undefined;
  /** From 0 to 1; only tests choose it. */
  random?: number;
}

/**
 * The wait before the next try of an event, counted from the end of try number `attempt` (the first is 1), or
 * `undefined` where the schedule is used up and the event has failed. A receiver's `Retry-After` can lengthen the
 * wait, never beyond the schedule's longest, so that it cannot put an event off for ever.
 */
export function retryDelayMs(attempt: number, retry: Retry): number | undefined {
  const plannedMs = retry.scheduleMs[attempt - 1];
  if (plannedMs === undefined) return undefined;
  const jitteredMs = plannedMs * (1 - JITTER + 2 * JITTER * (retry.random ?? Math.random()));
  const askedMs = Math.min(retry.retryAfterMs ?? 0, Math.max(...retry.scheduleMs));
  return Math.round(Math.max(jitteredMs, askedMs));
}
