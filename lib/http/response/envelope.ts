import { type LazyBody, lazyResponse } from "./lazy-response";

/** Headers of every JSON response: no caching, no content sniffing. */
export const SECURE_HEADERS = { "cache-control": "no-store", "x-content-type-options": "nosniff" } as const;

/** Puts serialised data into the envelope of §1. */
export const successText = (dataJson: string): string => `{"success":true,"data":${dataJson}}`;

/** Creates a success response with the envelope of §1. A bigint in `data` throws. */
export function successResponse(status: number, data: unknown, requestId: string): Response {
  return jsonResponse(status, successText(JSON.stringify(data)), requestId);
}

/** Creates a JSON response from serialised text, or from chunks of it; see `LazyParts` for `excerpt`. */
export function jsonResponse(
  status: number,
  body: LazyBody,
  requestId: string,
  headers: Record<string, string> = {},
  excerpt?: string,
): Response {
  const all = {
    "content-type": "application/json",
    "x-request-id": requestId,
    ...SECURE_HEADERS,
    ...headers,
  };
  return lazyResponse(status, body, all, excerpt);
}

/** Creates a response with a text that is no JSON. */
export function textResponse(text: string, contentType: string, requestId: string): Response {
  return lazyResponse(200, text, {
    "content-type": contentType,
    "x-request-id": requestId,
    ...SECURE_HEADERS,
  });
}
