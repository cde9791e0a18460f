import { setTimeout as sleep } from "node:timers/promises";
import { readError, TakingsConnectionError, TakingsError } from "./errors";
import type { CallOptions } from "./types";

/** The settings of a client. */
export interface ClientSettings {
  /** The organisation's API key, `tk_test_…` or `tk_live_…`. */
  apiKey: string;
  /** The address of the service, such as `https://takings.example.ng`. */
  baseUrl: string;
  /** How often a request is sent again at most; 4 if absent. */
  maxRetries?: number;
  /** The time for one attempt, body included, in milliseconds; 30,000 if absent. */
  timeoutMs?: number;
}

/** One request. */
export interface Call {
  method: string;
  /** The path with its query. */
  path: string;
  /** Sent as JSON. */
  body?: unknown;
  /** The `Idempotency-Key` of a write. */
  idempotencyKey?: string;
}

/** The answer of a successful request. */
export interface Answer {
  /** The member `data`. */
  data: unknown;
  headers: Headers;
}

const MAX_RETRIES = 4;
const TIMEOUT_MS = 30_000;
const FIRST_WAIT_MS = 500;
/** A longer `Retry-After` is left to the caller. */
const MAX_WAIT_MS = 65_000;

/**
 * Sends a request, and sends it again after a network error and when the answer says that a repeat may succeed
 * (`Retry-After`, and 429 and 503 without it). Throws `TakingsError` for a refusal, `TakingsConnectionError` without an
 * answer, the reason of `options.signal` if that ends the call, and `TypeError` for a body or a header that cannot be sent.
 */
export async function send(settings: ClientSettings, call: Call, options: CallOptions = {}): Promise<Answer> {
  const { maxRetries = MAX_RETRIES } = settings;
  for (let attempt = 0; ; attempt++) {
    try {
      return await sendOnce(settings, call, options);
    } catch (thrown) {
      options.signal?.throwIfAborted();
      const waitMs = computeWaitMs(thrown, attempt);
      if (attempt >= maxRetries || waitMs === undefined || waitMs > MAX_WAIT_MS) throw thrown;
      await sleep(waitMs, undefined, { signal: options.signal }).catch(() =>
        options.signal?.throwIfAborted(),
      );
    }
  }
}

/** Returns the wait before another attempt; undefined if that would not help. */
function computeWaitMs(thrown: unknown, attempt: number): number | undefined {
  const backoffMs = FIRST_WAIT_MS * 2 ** attempt * (0.5 + Math.random() / 2);
  if (thrown instanceof TakingsConnectionError) return backoffMs;
  if (!(thrown instanceof TakingsError)) return undefined;
  if (thrown.retryAfterSeconds !== undefined) return thrown.retryAfterSeconds * 1000;
  return thrown.status === 429 || thrown.status === 503 ? backoffMs : undefined;
}

async function sendOnce(settings: ClientSettings, call: Call, { signal }: CallOptions): Promise<Answer> {
  const { apiKey, baseUrl, timeoutMs = TIMEOUT_MS } = settings;
  const timeout = AbortSignal.timeout(timeoutMs);
  const { method, path, body, idempotencyKey } = call;
  // Built outside of `try`: what cannot be sent is no missing answer, and a repeat would not help.
  const request = {
    method,
    headers: new Headers({
      "x-api-key": apiKey,
      accept: "application/json",
      // Node 20 has a fault in its Brotli decoder.
      "accept-encoding": "identity",
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(idempotencyKey !== undefined && { "idempotency-key": quote(idempotencyKey) }),
    }),
    ...(body !== undefined && { body: JSON.stringify(body) }),
    // A redirect would send the key elsewhere.
    redirect: "error" as const,
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  };
  try {
    const response = await fetch(baseUrl.replace(/\/+$/, "") + path, request);
    if (!response.ok) throw await readError(response, readRetryAfter(response));
    const { data } = (await response.json()) as { data: unknown };
    return { data, headers: response.headers };
  } catch (thrown) {
    throw thrown instanceof TakingsError ? thrown : new TakingsConnectionError(baseUrl, thrown);
  }
}

/** Returns a text as a String of RFC 8941, the form of `Idempotency-Key`. */
const quote = (text: string) => `"${text.replaceAll(/["\\]/g, "\\$&")}"`;

/** Returns the seconds of `Retry-After`, which is a number or a date (RFC 9110); undefined if it is absent. */
function readRetryAfter({ headers }: Response): number | undefined {
  const text = headers.get("retry-after");
  if (text === null) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
