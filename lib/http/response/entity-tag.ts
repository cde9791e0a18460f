import { createHash } from "node:crypto";
import { SECURE_HEADERS } from "./envelope";

/** Returns the strong entity tag of a response's text: equal texts have equal tags (RFC 9110 §8.8.3). */
export function contentTag(text: string): string {
  return `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
}

/** The entity tags of a list, without the weakness indicator, which `If-None-Match` ignores (§13.1.2). */
const TAGS = /(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g;

/** Returns whether a read may be answered 304: its `If-None-Match` is `*` or names the entity tag. */
export function isNotModified(request: Request, etag: string): boolean {
  const known = request.headers.get("if-none-match");
  if (known === null || (request.method !== "GET" && request.method !== "HEAD")) return false;
  if (known.trim() === "*") return true;
  const opaque = etag.replace(/^W\//, "");
  return [...known.matchAll(TAGS)].some(([, tag]) => tag === opaque);
}

/** Creates the response 304 with the headers that a 200 would have (§15.4.5); it has no body. */
export function notModified(etag: string, requestId: string): Response {
  return new Response(null, { status: 304, headers: { etag, "x-request-id": requestId, ...SECURE_HEADERS } });
}
