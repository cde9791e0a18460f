import ipaddr from "ipaddr.js";

const YEAR_SECONDS = 31_536_000;

/**
 * The header that makes browsers use https alone (RFC 6797), for a service at this address: none where that is http, and
 * none for localhost and IP addresses, which other programs of the same machine may serve without it.
 */
export function hstsHeaders(authUrl: string): Record<string, string> {
  const { protocol, hostname } = new URL(authUrl);
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
  if (protocol !== "https:" || isLocal || ipaddr.isValid(hostname.replace(/^\[|\]$/g, ""))) return {};
  return { "strict-transport-security": `max-age=${YEAR_SECONDS}` };
}
