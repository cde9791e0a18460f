import { type LazyBody, lazyResponse } from "./lazy-response";

/** Headers of every answer under `/v1`: never stored by a cache, never guessed at by a browser. */
export const SECURE_HEADERS = { "cache-control": "no-store", "x-content-type-options": "nosniff" } as const;

/** The envelope of §1, as text. `data` is already in the wire's words; a bigint in it throws. */
export function successText(data: unknown): string {
  return JSON.stringify({ success: true, data });
}

/** Answers success in the envelope of §1. */
export function successResponse(status: number, data: unknown, requestId: string): Response {
  return jsonResponse(status, successText(data), requestId);
}

/** Answers a text, or pieces of one, as JSON. */
export function jsonResponse(
  status: number,
  body: LazyBody,
  requestId: string,
  headers: Record<string, string> = {},
): Response {
  return lazyResponse(status, body, {
    "content-type": "application/json",
    "x-request-id": requestId,
    ...SECURE_HEADERS,
    ...headers,
  });
}
