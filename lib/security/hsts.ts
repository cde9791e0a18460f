import ipaddr from "ipaddr.js";

const YEAR_SECONDS = 31_536_000;

/**
 * Returns the header that makes browsers use https only (RFC 6797) for a service at this URL. Empty for http, and for
 * localhost and IP addresses, where other programs of the same machine may serve http.
 */
export function hstsHeaders(authUrl: string): Record<string, string> {
  const { protocol, hostname } = new URL(authUrl);
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
  if (protocol !== "https:" || isLocal || ipaddr.isValid(hostname.replace(/^\[|\]$/g, ""))) return {};
  return { "strict-transport-security": `max-age=${YEAR_SECONDS}` };
}
