import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { REQUESTED_PATH } from "@/lib/core/paths";

/** What a page may load and do: our own files alone, and of scripts those that carry this answer's nonce. */
function contentPolicy(nonce: string, dev: boolean): string {
  const dynamic = dev ? " 'unsafe-eval'" : "";
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${dynamic}`,
    `style-src 'self' ${dev ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    // Charts and popovers are placed by style attributes, which run nothing.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${dev ? " ws:" : ""}`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join("; ");
}

/** Nothing here needs any of these, and the screen may be kept awake on a wall. */
const PERMISSIONS_POLICY =
  "camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), browsing-topics=(), screen-wake-lock=(self)";

/** The path and query as a person would type them: without what Next adds for its own fetches. */
function typedPath(target: string): string {
  return target.replace(/([?&])_rsc=[^&]*&?/, "$1").replace(/[?&]$/, "");
}

/**
 * Gives a page's answer its policies, and its request the same content policy, from which Next takes the nonce of its
 * scripts. Pages must be rendered at the request: one made at the build has no nonce, and would not run.
 */
export function applySecurityHeaders(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  /** Next's own tools evaluate code and speak over a WebSocket while the pages are being written. */
  { dev }: { dev: boolean },
): void {
  const policy = contentPolicy(randomBytes(16).toString("base64"), dev);
  incoming.headers["content-security-policy"] = policy;
  incoming.headers[REQUESTED_PATH] = typedPath(incoming.url ?? "/");
  outgoing.setHeader("content-security-policy", policy);
  outgoing.setHeader("referrer-policy", "same-origin");
  outgoing.setHeader("permissions-policy", PERMISSIONS_POLICY);
  outgoing.setHeader("cross-origin-opener-policy", "same-origin");
}
