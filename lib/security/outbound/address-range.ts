import ipaddr from "ipaddr.js";

const BITS = { ipv4: 32, ipv6: 128 } as const;

/**
 * Parses an IP address (`203.0.113.7`) or a CIDR range (`203.0.113.0/24`) and returns its canonical form, host bits
 * cleared. Returns `undefined` for anything else, including short forms such as `10.1` and IPv4-mapped IPv6 addresses,
 * which would be compared with an address of another form.
 */
export function parseAddressRange(text: string): string | undefined {
  const [host = "", prefix, ...rest] = text.trim().split("/");
  const address = parseAddress(host);
  if (!address || rest.length > 0) return undefined;
  if (prefix === undefined) return address.toString();
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > BITS[address.kind()]) return undefined;
  const range = `${address.toString()}/${Number(prefix)}`;
  const family = address.kind() === "ipv4" ? ipaddr.IPv4 : ipaddr.IPv6;
  return `${family.networkAddressFromCIDR(range).toString()}/${Number(prefix)}`;
}

function parseAddress(host: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(host)) return ipaddr.IPv4.parse(host);
  if (host.includes("%") || !ipaddr.IPv6.isValid(host)) return undefined;
  const address = ipaddr.IPv6.parse(host);
  return address.isIPv4MappedAddress() ? undefined : address;
}

/**
 * Whether an address lies in one of the ranges, each an address or a CIDR. An IPv4-mapped IPv6 address counts as IPv4.
 * Returns false for a text that is not an address.
 */
export function isInRanges(ranges: readonly string[], address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return ranges.some((range) => {
    const [network, bits] = ipaddr.parseCIDR(range.includes("/") ? range : toSingleAddressRange(range));
    return parsed.kind() === network.kind() && parsed.match(network, bits);
  });
}

const toSingleAddressRange = (address: string) => `${address}/${BITS[ipaddr.parse(address).kind()]}`;
