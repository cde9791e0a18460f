import { plainResponse } from "./plain-response";

/** Headers of every answer under `/v1`: never stored by a cache, never guessed at by a browser. */
export const SECURE_HEADERS = { "cache-control": "no-store", "x-content-type-options": "nosniff" } as const;

/** Answers success in the envelope of §1. `data` is already in the wire's words; a bigint in it throws. */
export function successResponse(status: number, data: unknown, requestId: string): Response {
  return jsonResponse(status, JSON.stringify({ success: true, data }), requestId);
}

/** Answers text or a stream of it as JSON. */
export function jsonResponse(status: number, body: string | ReadableStream, requestId: string): Response {
  const headers = { ...SECURE_HEADERS, "content-type": "application/json", "x-request-id": requestId };
  return typeof body === "string"
    ? plainResponse(status, body, headers)
    : new Response(body, { status, headers });
}
