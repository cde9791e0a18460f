import { request } from "undici";
import type { z } from "zod";
import { decodeJson } from "./parsing/message";
import { bankUnavailable, cleanReason, parseRetryAfter, type Refusal, toRefusalFailure } from "./refusals";

/** A request to our API waits for the bank, so the timeout is short. */
const RESPONSE_TIMEOUT_MS = 10_000;
/** Far above any documented response. */
const MAX_RESPONSE_BYTES = 1_048_576;
/** Statuses below 500 that say nothing about the request itself: timeout, too early, too many requests (RFC 9110, 8470, 6585). */
const TOO_MANY_REQUESTS = 429;
const TRANSIENT_STATUSES = new Set([408, 425, TOO_MANY_REQUESTS]);
/** Refusals that a later request can overcome: an expired token, another request in progress. */
const TRANSIENT_REFUSALS = new Set([401, 409]);

/** How a bank's body reports a refusal. */
interface StatedRefusal {
  code?: string | null | undefined;
  reason?: string | null | undefined;
  /** Whether the bank documents this code as one to retry. */
  isTransient?: boolean;
}

/** A request to a bank's API. */
export interface BankCall {
  /** The name in the log. */
  provider: string;
  method: "GET" | "POST" | "PUT" | "DELETE";
  baseUrl: string;
  /** Appended to `baseUrl`; the caller encodes its segments. */
  path: string;
  headers: Record<string, string>;
  /** Sent as JSON. */
  body?: Record<string, unknown>;
  /** Sent as an HTML form instead of a JSON body, for example to an OAuth 2.0 token endpoint (RFC 6749 §4.4.2). */
  form?: Record<string, string>;
  timeoutMs?: number;
  /** Reads the refusal from a response's JSON, of any HTTP status; `undefined` if it reports none. */
  readRefusal?: (json: unknown) => StatedRefusal | undefined;
}

/** A bank's answer: the parsed body, or its refusal. */
export type BankResponse<Data> =
  | { status: number; data: Data; refusal?: undefined }
  | { status: number; data?: undefined; refusal: Refusal };

/**
 * Calls a bank's API; returns the body parsed by `shape`, or the refusal: a status of 400 to 499, or a body that
 * `readRefusal` recognises, whatever its status. Does not follow redirects and requests no compression. Throws
 * `Failure("unavailable")` with a retry time on a timeout, a broken or too large response, a redirect, 408, 425, 429
 * (with the bank's `Retry-After`), 5xx, or a success whose body does not match. Its log text has the call and the status,
 * never a header or body.
 */
export async function callBank<Shape extends z.ZodType>(
  call: BankCall,
  shape: Shape,
): Promise<BankResponse<z.output<Shape>>> {
  const label = labelOf(call);
  const { status, body, retryAfter } = await exchange(call).catch((cause: unknown) => {
    throw bankUnavailable(`${label} got no response`, cause);
  });
  if (status < 200 || (status >= 300 && status < 400) || status >= 500 || TRANSIENT_STATUSES.has(status))
    throw bankUnavailable(
      `${label} answered ${status}`,
      undefined,
      parseRetryAfter(retryAfter),
      status === TOO_MANY_REQUESTS,
    );
  const json = tryDecode(body);
  const stated = call.readRefusal?.(json);
  if (status >= 400 || stated) return { status, refusal: toRefusal(call, status, stated ?? {}) };
  const { data, success } = shape.safeParse(json);
  if (!success) throw bankUnavailable(`${label} answered ${status} with a body of another shape`);
  return { status, data };
}

/** Returns the data of a response; throws its refusal, with `label` in the log, as `Failure("bank_refused")`, or `unavailable` if it is transient. */
export function requireData<Data>(label: string, response: BankResponse<Data>): Data {
  if (response.refusal) throw toRefusalFailure(label, response.refusal);
  return response.data;
}

/**
 * Returns the data of a lookup; `undefined` if the bank refuses it for good, mostly because it has no such record. Throws a
 * transient refusal, with `label` in the log, as `Failure("unavailable")`.
 */
export function findData<Data>(label: string, response: BankResponse<Data>): Data | undefined {
  return response.refusal?.isTransient ? requireData(label, response) : response.data;
}

const labelOf = ({ provider, method, path }: BankCall) => `${provider}: ${method} ${path.split("?")[0]}`;

function toRefusal(call: BankCall, status: number, stated: StatedRefusal): Refusal {
  const sent = Object.entries({ ...call.body, ...call.form }).filter(([name]) =>
    /secret|token|key|bvn|nin/i.test(name),
  );
  const secrets = [...Object.values(call.headers), ...sent.map(([, value]) => String(value))];
  return {
    status,
    code: cleanReason(stated.code),
    reason: cleanReason(stated.reason, [...secrets, ...secrets.map((one) => one.split(" ").at(-1) ?? "")]),
    isTransient: stated.isTransient ?? TRANSIENT_REFUSALS.has(status),
  };
}

function serialiseBody({ body, form }: BankCall) {
  if (form)
    return {
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(form).toString(),
    };
  return body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}

async function exchange(call: BankCall) {
  const timeoutMs = call.timeoutMs ?? RESPONSE_TIMEOUT_MS;
  const content = serialiseBody(call);
  const response = await request(`${call.baseUrl.replace(/\/+$/, "")}${call.path}`, {
    method: call.method,
    headers: {
      accept: "application/json",
      "accept-encoding": "identity",
      ...content?.headers,
      ...call.headers,
    },
    body: content?.body ?? null,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    signal: AbortSignal.timeout(timeoutMs),
  });
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response.body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_RESPONSE_BYTES) throw new Error("The response is too large");
    chunks.push(chunk);
  }
  const retryAfter = response.headers["retry-after"];
  return { status: response.statusCode, body: Buffer.concat(chunks), retryAfter };
}

function tryDecode(body: Buffer): unknown {
  try {
    return decodeJson(body);
  } catch {
    return undefined;
  }
}

/** Returns a required credential. Throws `Failure("unavailable")` if unset; live mode does not start without it (`lib/env.ts`). */
export function requireCredential(value: string | undefined, name: string): string {
  if (!value) throw bankUnavailable(`${name} is not set`);
  return value;
}
