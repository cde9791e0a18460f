import type { IncomingMessage } from "node:http";
import ipaddr from "ipaddr.js";
import { isInRanges } from "@/lib/security/address-range";
import type { ClientAddresses } from "./connections";

interface TrustedProxy {
  /** Ranges of proxies whose word is taken. */
  trustProxy: readonly string[];
  authUrl: string;
}

/** The address that is not one of our proxies and nearest to us; each proxy adds whom it was called by. */
function clientAddress(remote: string, forwarded: string, trusted: readonly string[]): string {
  let address = remote;
  const others = forwarded.split(",").map((one) => one.trim());
  while (others.length > 0 && isInRanges(trusted, address)) {
    const next = others.pop() ?? "";
    if (!ipaddr.isValid(next)) break;
    address = next;
  }
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : address;
}

/** The address of the client that sent a request: the connection's, or the one that our proxies forward. */
export function clientAddressOf(
  { headers, socket }: Pick<IncomingMessage, "headers" | "socket">,
  trustProxy: readonly string[],
): string {
  const forwarded = [headers["x-forwarded-for"] ?? []].flat().join(",");
  return clientAddress(socket.remoteAddress ?? "", forwarded, trustProxy);
}

/** The clients' addresses as they are believed behind these proxies. */
export function addressesBehind(trustProxy: readonly string[]): ClientAddresses {
  return {
    isProxy: (remote) => isInRanges(trustProxy, remote),
    of: (request) => clientAddressOf(request, trustProxy),
  };
}

/**
 * Leaves in a request's `x-forwarded-…` headers what is believed: one client address, and the host and the scheme
 * that a browser used. What a client says of itself is dropped unless it is one of our proxies (`TRUST_PROXY`).
 */
export function applyTrustedProxy(incoming: IncomingMessage, { trustProxy, authUrl }: TrustedProxy): void {
  const { headers, socket } = incoming;
  headers["x-forwarded-for"] = clientAddressOf(incoming, trustProxy);
  const isProxy = isInRanges(trustProxy, socket.remoteAddress ?? "");
  if (!isProxy || !headers["x-forwarded-host"]) headers["x-forwarded-host"] = headers.host ?? "";
  headers["x-forwarded-proto"] = new URL(authUrl).protocol.slice(0, -1);
}
