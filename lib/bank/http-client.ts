import { request } from "undici";
import type { z } from "zod";
import { Failure } from "@/lib/core/errors";
import { decodeJson } from "./parsing/message";

/** A bank that has not answered in this time is not going to while a client of ours waits. */
const ANSWER_TIMEOUT_MS = 10_000;
/** No documented answer comes near it; one that does is not what was asked for. */
const LARGEST_ANSWER_BYTES = 1_048_576;
/** When a client may try again. */
const RETRY_AFTER_SECONDS = 5;

/** One call of a bank's API. */
export interface BankCall {
  /** Whom the log names. */
  provider: string;
  method: "GET" | "POST";
  baseUrl: string;
  /** Joined to the base; its pieces encoded by the caller. */
  path: string;
  headers: Record<string, string>;
  body?: Record<string, unknown>;
  timeoutMs?: number;
}

/** The failure of a request that needs a bank which does not answer, or not as its documentation says. */
export function bankUnavailable(internal: string, cause?: unknown): Failure {
  return new Failure("unavailable", {
    detail: "The bank cannot be reached right now. Try again in a few seconds.",
    headers: { "retry-after": String(RETRY_AFTER_SECONDS) },
    internal,
    cause,
  });
}

/**
 * Asks a bank's API and answers with its status and what it said, read through the shape; `data` is `undefined` for
 * an error status whose body has another shape. No redirect is followed, nothing compressed is taken. Throws
 * `Failure("unavailable")` on no answer in time, an answer too large, a 5xx, or a success of another shape; its text
 * for the log names the call and the status, never a header or a body.
 */
export async function callBank<Shape extends z.ZodType>(
  call: BankCall,
  shape: Shape,
): Promise<{ status: number; data: z.output<Shape> | undefined }> {
  const what = `${call.provider}: ${call.method} ${call.path.split("?")[0]}`;
  const { status, body } = await exchange(call).catch((cause: unknown) => {
    throw bankUnavailable(`${what} got no answer`, cause);
  });
  const data = readAnswer(body, shape);
  const succeeded = status >= 200 && status < 300;
  if (status >= 500 || (succeeded && data === undefined) || (status >= 300 && status < 400)) {
    throw bankUnavailable(`${what} answered ${status}${succeeded ? " with a body of another shape" : ""}`);
  }
  return { status, data };
}

async function exchange(call: BankCall): Promise<{ status: number; body: Buffer }> {
  const timeoutMs = call.timeoutMs ?? ANSWER_TIMEOUT_MS;
  const answer = await request(`${call.baseUrl.replace(/\/+$/, "")}${call.path}`, {
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
  for await (const chunk of answer.body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > LARGEST_ANSWER_BYTES) throw new Error("The answer is too large");
    chunks.push(chunk);
  }
  return { status: answer.statusCode, body: Buffer.concat(chunks) };
}

function readAnswer<Shape extends z.ZodType>(body: Buffer, shape: Shape): z.output<Shape> | undefined {
  try {
    return shape.safeParse(decodeJson(body)).data;
  } catch {
    return undefined;
  }
}

/** The credential an adapter's API needs. Live mode does not start without it (`lib/env.ts`). */
export function credential(value: string | undefined, name: string): string {
  if (!value) throw bankUnavailable(`${name} is not set`);
  return value;
}
