/** The relative jitter of a wait, so that events that failed together are not retried together. */
const JITTER = 0.2;

interface Retry {
  /** The waits after each attempt, in milliseconds (`WEBHOOK_RETRY_SCHEDULE_MS`). */
  scheduleMs: readonly number[];
  /** The wait that the receiver's `Retry-After` asks for. */
  retryAfterMs?: number | undefined;
  /** From 0 to 1; set only by tests. */
  random?: number;
}

/**
 * Computes the wait before the next attempt, counted from the end of attempt number `attempt` (from 1). Returns
 * `undefined` if the schedule is used up, so that the event has failed. A receiver's `Retry-After` can lengthen the wait
 * up to the schedule's longest, so that it cannot postpone an event for ever.
 */
export function retryDelayMs(attempt: number, retry: Retry): number | undefined {
  const plannedMs = retry.scheduleMs[attempt - 1];
  if (plannedMs === undefined) return undefined;
  const jitteredMs = plannedMs * (1 - JITTER + 2 * JITTER * (retry.random ?? Math.random()));
  const askedMs = Math.min(retry.retryAfterMs ?? 0, Math.max(...retry.scheduleMs));
  return Math.round(Math.max(jitteredMs, askedMs));
}
