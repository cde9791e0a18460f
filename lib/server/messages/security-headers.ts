import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { LOGO_PATH, PAYMENT_PAGE_PREFIX, REQUESTED_PATH } from "@/lib/core/paths";

/** Returns the content security policy of a page: own files only, and only scripts with this response's nonce. */
function contentPolicy(nonce: string, dev: boolean): string {
  const dynamic = dev ? " 'unsafe-eval'" : "";
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${dynamic}`,
    // Not left to script-src, where 'strict-dynamic' ignores 'self': the service worker of push messages.
    "worker-src 'self'",
    `style-src 'self' ${dev ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    // Charts and popovers are positioned with style attributes, which cannot run code.
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

/** Only the wake lock is used, to keep wallboard screens on. */
const PERMISSIONS_POLICY =
  "camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), browsing-topics=(), screen-wake-lock=(self)";

/** Whether the path of a page contains a token, which no other page may learn from the referrer. */
const isSharedByLink = (target: string) => target.startsWith(PAYMENT_PAGE_PREFIX);

/** The policy of an uploaded image, which loads and runs nothing when it is opened by itself. */
const IMAGE_POLICY = "default-src 'none'";

/** Whether a target is the logo's, whose own header Next would not send in place of the page's. */
const isLogo = (target: string) => target.split("?")[0] === LOGO_PATH;

/** Returns the path and query without the `_rsc` parameter that Next adds to its own fetches. */
function withoutRscParameter(target: string): string {
  return target.replace(/([?&])_rsc=[^&]*&?/, "$1").replace(/[?&]$/, "");
}

/**
 * Sets the security headers of a page's response, and the same content policy on its request, from which Next reads
 * the nonce for its scripts. Pages must be rendered per request: the scripts of a prerendered page have no nonce and
 * do not run.
 */
export function applySecurityHeaders(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  /** Development mode: Next's tools evaluate code and use a WebSocket. */
  { dev }: { dev: boolean },
): void {
  const policy = contentPolicy(randomBytes(16).toString("base64"), dev);
  incoming.headers["content-security-policy"] = policy;
  incoming.headers[REQUESTED_PATH] = withoutRscParameter(incoming.url ?? "/");
  outgoing.setHeader("content-security-policy", isLogo(incoming.url ?? "/") ? IMAGE_POLICY : policy);
  outgoing.setHeader("referrer-policy", isSharedByLink(incoming.url ?? "/") ? "no-referrer" : "same-origin");
  outgoing.setHeader("permissions-policy", PERMISSIONS_POLICY);
  outgoing.setHeader("cross-origin-opener-policy", "same-origin");
}
