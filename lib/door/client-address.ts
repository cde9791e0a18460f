import type { IncomingMessage } from "node:http";
import ipaddr from "ipaddr.js";
import type { ClientAddresses } from "./connections";

interface Believed {
  /** Ranges of proxies whose word is taken. */
  trustProxy: readonly string[];
  authUrl: string;
}

function isIn(ranges: readonly string[], address: string): boolean {
  const parsed = ipaddr.process(address);
  return ranges.some((range) => {
    const [network, bits] = ipaddr.parseCIDR(range);
    return parsed.kind() === network.kind() && parsed.match(network, bits);
  });
}

/** The address that is not one of our proxies and nearest to us; each proxy adds whom it was called by. */
function clientAddress(remote: string, forwarded: string, trusted: readonly string[]): string {
  let address = remote;
  const others = forwarded.split(",").map((one) => one.trim());
  while (others.length > 0 && ipaddr.isValid(address) && isIn(trusted, address)) {
    const next = others.pop() ?? "";
    if (!ipaddr.isValid(next)) break;
    address = next;
  }
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : address;
}

/** The clients' addresses as they are believed behind these proxies. */
export function addressesBehind(trustProxy: readonly string[]): ClientAddresses {
  return {
    isProxy: (remote) => trustProxy.length > 0 && ipaddr.isValid(remote) && isIn(trustProxy, remote),
    of: ({ socket, headers }) =>
      clientAddress(
        socket.remoteAddress ?? "",
        [headers["x-forwarded-for"] ?? []].flat().join(","),
        trustProxy,
      ),
  };
}

/**
 * Leaves in a request's `x-forwarded-…` headers what is believed: one client address, and the host and the scheme
 * that a browser used. What a client says of itself is dropped unless it is one of our proxies (`TRUST_PROXY`).
 */
export function believeForwarded(incoming: IncomingMessage, { trustProxy, authUrl }: Believed): void {
  const { headers, socket } = incoming;
  const remote = socket.remoteAddress ?? "";
  const forwarded = [headers["x-forwarded-for"] ?? []].flat().join(",");
  headers["x-forwarded-for"] = clientAddress(remote, forwarded, trustProxy);
  const isProxy = ipaddr.isValid(remote) && isIn(trustProxy, remote);
  if (!isProxy || !headers["x-forwarded-host"]) headers["x-forwarded-host"] = headers.host ?? "";
  headers["x-forwarded-proto"] = new URL(authUrl).protocol.slice(0, -1);
}
