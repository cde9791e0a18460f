import { request } from "undici";
import type { z } from "zod";
import { Failure } from "@/lib/core/errors/errors";
import { decodeJson } from "./parsing/message";

/** A request to our API waits for the bank, so the timeout is short. */
const RESPONSE_TIMEOUT_MS = 10_000;
/** Far above any documented response. */
const MAX_RESPONSE_BYTES = 1_048_576;
/** The `retry-after` of the failure. */
const RETRY_AFTER_SECONDS = 5;

/** A request to a bank's API. */
export interface BankCall {
  /** The name in the log. */
  provider: string;
  method: "GET" | "POST";
  baseUrl: string;
  /** Appended to `baseUrl`; the caller encodes its segments. */
  path: string;
  headers: Record<string, string>;
  body?: Record<string, unknown>;
  timeoutMs?: number;
}

/** Creates the failure for a bank that does not respond, or not as documented. */
export function bankUnavailable(internal: string, cause?: unknown): Failure {
  return new Failure("unavailable", {
    detail: "The bank cannot be reached right now. Try again in a few seconds.",
    headers: { "retry-after": String(RETRY_AFTER_SECONDS) },
    internal,
    cause,
  });
}

/**
 * Calls a bank's API; returns the status and the body parsed by `shape`. `data` is `undefined` for an error status whose
 * body does not match. Does not follow redirects and requests no compression. Throws `Failure("unavailable")` on a timeout,
 * a response that is too large, a redirect, a 5xx, or a success whose body does not match; its log text has the call and
 * the status, never a header or body.
 */
export async function callBank<Shape extends z.ZodType>(
  call: BankCall,
  shape: Shape,
): Promise<{ status: number; data: z.output<Shape> | undefined }> {
  const label = `${call.provider}: ${call.method} ${call.path.split("?")[0]}`;
  const { status, body } = await exchange(call).catch((cause: unknown) => {
    throw bankUnavailable(`${label} got no response`, cause);
  });
  const data = parseResponse(body, shape);
  const succeeded = status >= 200 && status < 300;
  if (status >= 500 || (succeeded && data === undefined) || (status >= 300 && status < 400)) {
    throw bankUnavailable(`${label} answered ${status}${succeeded ? " with a body of another shape" : ""}`);
  }
  return { status, data };
}

async function exchange(call: BankCall): Promise<{ status: number; body: Buffer }> {
  const timeoutMs = call.timeoutMs ?? RESPONSE_TIMEOUT_MS;
  const response = await request(`${call.baseUrl.replace(/\/+$/, "")}${call.path}`, {
    method: call.method,
    headers: {
      accept: "application/json",
      "accept-encoding": "identity",
      ...(call.body && { "content-type": "application/json" }),
      ...call.headers,
    },
    body: call.body ? JSON.stringify(call.body) : null,
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
  return { status: response.statusCode, body: Buffer.concat(chunks) };
}

function parseResponse<Shape extends z.ZodType>(body: Buffer, shape: Shape): z.output<Shape> | undefined {
  try {
    return shape.safeParse(decodeJson(body)).data;
  } catch {
    return undefined;
  }
}

/** Returns a required credential. Throws `Failure("unavailable")` if unset; live mode does not start without it (`lib/env.ts`). */
export function requireCredential(value: string | undefined, name: string): string {
  if (!value) throw bankUnavailable(`${name} is not set`);
  return value;
}
