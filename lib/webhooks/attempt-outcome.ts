import { env } from "@/lib/env";
import type { Attempt } from "./attempt";
import { retryDelayMs } from "./schedule";

/** The receiver says that nothing is to be sent there any more (RFC 9110 §15.5.11). */
const GONE = 410;
/** The answers whose `Retry-After` speaks for the whole receiver (RFC 9110 §10.2.3, RFC 6585 §4). */
const ASKS_FOR_REST = [429, 503];

/** What follows from a try for its event. */
export interface AttemptOutcome {
  state: "delivered" | "pending" | "failed";
  /** The wait before the next try. */
  retryMs: number;
  /** Whether the schedule counts it: not what the service cut short, nor what was refused for good and may be resumed. */
  isCounted: boolean;
}

/** What follows from a try, the so-manieth that the schedule counts; the first is 1. */
export function judgeAttempt(attempt: Attempt, counted: number): AttemptOutcome {
  if (attempt.ok) return { state: "delivered", retryMs: 0, isCounted: true };
  if (attempt.isCutShort || attempt.status === GONE)
    return { state: "pending", retryMs: 0, isCounted: false };
  const retryMs = retryDelayMs(counted, {
    scheduleMs: env().webhookRetryScheduleMs,
    retryAfterMs: attempt.retryAfterMs,
  });
  return { state: retryMs === undefined ? "failed" : "pending", retryMs: retryMs ?? 0, isCounted: true };
}

/** What tries of one endpoint that ended one after the other say of it. */
export interface EndpointResult {
  endpoint_id: string;
  /** Whether one of them succeeded. */
  ok: boolean;
  /** How many failed after the last success, and how many of those went alone. */
  failures: number;
  probes: number;
  /** How long the receiver asked to be left alone, at most as long as the schedule's longest wait; 0: it did not. */
  rest_ms: number;
  is_gone: boolean;
  /** Whether one was cut short, so that another may ask at once. */
  is_cut_short: boolean;
}

/** Sums up tries, in the order in which they ended, endpoint by endpoint. */
export function sumUp(ended: { endpointId: string; isProbe: boolean; attempt: Attempt }[]): EndpointResult[] {
  const longestMs = Math.max(...env().webhookRetryScheduleMs);
  const tidings = new Map<string, EndpointResult>();
  for (const { endpointId, isProbe, attempt } of ended) {
    const blank = { endpoint_id: endpointId, failures: 0, probes: 0, rest_ms: 0, is_gone: false };
    const known = tidings.get(endpointId) ?? { ...blank, ok: false, is_cut_short: false };
    tidings.set(endpointId, known);
    if (attempt.ok) Object.assign(known, blank, { ok: true });
    else if (attempt.isCutShort) known.is_cut_short = true;
    else {
      known.failures++;
      if (isProbe) known.probes++;
      if (attempt.status === GONE) known.is_gone = true;
      if (attempt.status && ASKS_FOR_REST.includes(attempt.status))
        known.rest_ms = Math.max(known.rest_ms, Math.min(attempt.retryAfterMs ?? 0, longestMs));
    }
  }
  return [...tidings.values()];
}
