import type { IncomingMessage } from "node:http";
import { isIPv4 } from "node:net";
import ipaddr from "ipaddr.js";
import { isInRanges } from "@/lib/security/outbound/address-range";
import type { ClientAddresses } from "./connections";

interface TrustedProxy {
  /** Address ranges of the trusted proxies. */
  trustProxy: readonly string[];
  authUrl: string;
}

/**
 * Returns the last forwarded address that is not a trusted proxy's; each proxy appends the address of its own client.
 */
function clientAddress(remote: string, forwarded: string, trusted: readonly string[]): string {
  let address = remote;
  const others = forwarded === "" ? [] : forwarded.split(",").map((one) => one.trim());
  while (others.length > 0 && isInRanges(trusted, address)) {
    const next = others.pop() ?? "";
    if (!ipaddr.isValid(next)) break;
    address = next;
  }
  if (isIPv4(address) || !ipaddr.isValid(address)) return address;
  return ipaddr.process(address).toString();
}

/** Returns the address of a request's client: the connection's, or the one forwarded by trusted proxies. */
export function clientAddressOf(
  { headers, socket }: Pick<IncomingMessage, "headers" | "socket">,
  trustProxy: readonly string[],
): string {
  const forwarded = [headers["x-forwarded-for"] ?? []].flat().join(",");
  return clientAddress(socket.remoteAddress ?? "", forwarded, trustProxy);
}

/** Returns the resolver of client addresses for a service behind these proxies. */
export function createClientAddresses(trustProxy: readonly string[]): ClientAddresses {
  return {
    isProxy: (remote) => isInRanges(trustProxy, remote),
    of: (request) => clientAddressOf(request, trustProxy),
  };
}

/**
 * Replaces a request's `x-forwarded-…` headers with trusted values: one client address, and the host and scheme that
 * the browser used. Values that were not set by a trusted proxy (`TRUST_PROXY`) are dropped.
 */
export function applyTrustedProxy(incoming: IncomingMessage, { trustProxy, authUrl }: TrustedProxy): void {
  const { headers, socket } = incoming;
  headers["x-forwarded-for"] = clientAddressOf(incoming, trustProxy);
  const isProxy = isInRanges(trustProxy, socket.remoteAddress ?? "");
  if (!isProxy || !headers["x-forwarded-host"]) headers["x-forwarded-host"] = headers.host ?? "";
  headers["x-forwarded-proto"] = new URL(authUrl).protocol.slice(0, -1);
}
