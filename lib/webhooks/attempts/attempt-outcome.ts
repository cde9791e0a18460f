import { env } from "@/lib/env";
import type { Attempt } from "./attempt";
import { retryDelayMs } from "./schedule";

/** The receiver no longer accepts events at this address (RFC 9110 §15.5.11). */
const GONE = 410;
/** Statuses whose `Retry-After` applies to the whole endpoint (RFC 9110 §10.2.3, RFC 6585 §4). */
const RETRY_AFTER_STATUSES = [429, 503];

/** The outcome of an attempt for its event. */
export interface AttemptOutcome {
  state: "delivered" | "pending" | "failed";
  /** The wait before the next attempt. */
  retryMs: number;
  /** Whether the retry schedule counts it. Not counted: attempts that the service aborted, and 410 responses. */
  isCounted: boolean;
}

/** Computes the outcome of an attempt. `counted` is its number among the attempts that the schedule counts, from 1. */
export function toAttemptOutcome(attempt: Attempt, counted: number): AttemptOutcome {
  if (attempt.ok) return { state: "delivered", retryMs: 0, isCounted: true };
  if (attempt.isAborted || attempt.status === GONE) return { state: "pending", retryMs: 0, isCounted: false };
  const retryMs = retryDelayMs(counted, {
    scheduleMs: env().webhookRetryScheduleMs,
    retryAfterMs: attempt.retryAfterMs,
  });
  return { state: retryMs === undefined ? "failed" : "pending", retryMs: retryMs ?? 0, isCounted: true };
}

/** The summary of an endpoint's attempts in one batch, in the order in which they ended. */
export interface EndpointResult {
  webhook_endpoint_id: string;
  /** Whether one of them succeeded. */
  ok: boolean;
  /** The attempts that failed after the last success, and how many of those were probes. */
  failures: number;
  failed_probes: number;
  /** The longest `Retry-After` of the receiver, capped at the schedule's longest wait; 0 if it sent none. */
  retry_after_ms: number;
  is_gone: boolean;
  /** Whether one was aborted by the service, so that the next probe may start at once. */
  is_aborted: boolean;
}

/** Summarises attempts by endpoint. The attempts must be in the order in which they ended. */
export function summariseByEndpoint(
  ended: { endpointId: string; isProbe: boolean; attempt: Attempt }[],
): EndpointResult[] {
  const longestMs = Math.max(...env().webhookRetryScheduleMs);
  const results = new Map<string, EndpointResult>();
  for (const { endpointId, isProbe, attempt } of ended) {
    const blank = {
      webhook_endpoint_id: endpointId,
      failures: 0,
      failed_probes: 0,
      retry_after_ms: 0,
      is_gone: false,
    };
    const result = results.get(endpointId) ?? { ...blank, ok: false, is_aborted: false };
    results.set(endpointId, result);
    if (attempt.ok) Object.assign(result, blank, { ok: true });
    else if (attempt.isAborted) result.is_aborted = true;
    else {
      result.failures++;
      if (isProbe) result.failed_probes++;
      if (attempt.status === GONE) result.is_gone = true;
      if (attempt.status && RETRY_AFTER_STATUSES.includes(attempt.status))
        result.retry_after_ms = Math.max(
          result.retry_after_ms,
          Math.min(attempt.retryAfterMs ?? 0, longestMs),
        );
    }
  }
  return [...results.values()];
}
