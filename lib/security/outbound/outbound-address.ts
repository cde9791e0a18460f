import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { env } from "@/lib/env";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Returns whether a connection to an IP address may be opened. */
export type AddressRule = (address: string) => boolean;

/** A public address that Azure uses for instance metadata. */
const CLOUD_METADATA = ipaddr.parseCIDR("168.63.129.16/32");
/** The global unicast range of IPv6 (RFC 4291); addresses outside it are special or unassigned. */
const GLOBAL_UNICAST = ipaddr.parseCIDR("2000::/3");

/** Returns the IPv4 address in an IPv4-mapped (`::ffff:0:0/96`) or IPv4-compatible (`::/96`) address, if it is one. */
function embeddedIpv4(address: ipaddr.IPv6): ipaddr.IPv4 | undefined {
  const bytes = address.toByteArray();
  const zeros = bytes.slice(0, 10).every((byte) => byte === 0);
  const marker = (bytes[10] ?? 0) * 256 + (bytes[11] ?? 0);
  return zeros && (marker === 0xffff || marker === 0) ? new ipaddr.IPv4(bytes.slice(12)) : undefined;
}

function matchesRange(address: Address, range: [Address, number]): boolean {
  return address.kind() === range[0].kind() && address.match(range);
}

/** Whether an address is public: not special, reserved or translated. */
function isPublic(address: Address): boolean {
  if (address.range() !== "unicast") return false;
  return address.kind() === "ipv4"
    ? !matchesRange(address, CLOUD_METADATA)
    : matchesRange(address, GLOBAL_UNICAST);
}

/** Caches the rule of each list of ranges: parsing the ranges costs more than signing an event. */
const rules = new WeakMap<readonly string[], AddressRule>();

/**
 * Creates the rule for outgoing connections: public addresses, and the ranges that the deployment allows
 * (`WEBHOOK_ALLOW_CIDRS`). Loopback, private, link-local, metadata, shared, test, multicast and reserved ranges are
 * refused, and so are 6to4, Teredo and NAT64, which embed another address. A mapped or compatible IPv6 address is checked
 * as the IPv4 address that it embeds. A text that is not an address is refused.
 */
export function createAddressRule(allowCidrs: readonly string[]): AddressRule {
  const cached = rules.get(allowCidrs);
  if (cached) return cached;
  const allowed = allowCidrs.map((cidr) => ipaddr.parseCIDR(cidr));
  const rule: AddressRule = (text) => {
    // A zone (`fe80::1%eth0`) names a network interface of this machine, so the address is not public.
    if (isIP(text) === 0 || text.includes("%")) return false;
    const address = ipaddr.parse(text);
    const inner = address instanceof ipaddr.IPv6 ? embeddedIpv4(address) : undefined;
    const forms = inner ? [address, inner] : [address];
    if (forms.some((form) => allowed.some((range) => matchesRange(form, range)))) return true;
    return isPublic(inner ?? address);
  };
  rules.set(allowCidrs, rule);
  return rule;
}

/** Whether a name is `localhost` or below it (RFC 6761 §6.3), with or without a final dot. */
export const isLocalName = (name: string) => /(^|\.)localhost\.?$/i.test(name);

/** The addresses of local names, which are not resolved by DNS. */
export const LOCAL_ADDRESSES = ["127.0.0.1", "::1"] as const;

/** The ports from 1024 up that belong to other protocols (the Fetch standard, "bad port"). */
const OTHER_PROTOCOLS = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10080,
]);

/** Whether a receiver may use the port: 80, 443, and unprivileged ports without another protocol. */
const isWebPort = (port: string) =>
  ["", "80", "443"].includes(port) || (Number(port) >= 1024 && !OTHER_PROTOCOLS.has(Number(port)));

interface UrlRules {
  webhookAllowHttp: boolean;
  webhookAllowCidrs: readonly string[];
}

/**
 * Validates a webhook URL. Returns the error as a predicate ("must …"), or `undefined` if it is valid. Checks the syntax,
 * the scheme, user information, IP literals and local names that are not allowed, and ports of other protocols. On an
 * allowed loopback address any port is valid, for receivers under test. Names are resolved at each attempt, not here.
 */
export function findWebhookUrlError(text: string, settings: UrlRules = env()): string | undefined {
  const schemes = settings.webhookAllowHttp ? "https:// or http://" : "https://";
  const url = URL.canParse(text) && !/[\s\\\p{Cc}]/u.test(text) ? new URL(text) : undefined;
  if (!url) return `must be a whole web address that starts with ${schemes}`;
  const hasAuthority = /^https?:\/\/[^/]/i.test(text);
  if (!hasAuthority || (url.protocol === "http:" && !settings.webhookAllowHttp)) {
    return `must start with ${schemes}`;
  }
  if (/^\w+:\/\/[^/?#]*@/.test(text)) return "must not hold a user name or a password";
  const literal = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const addresses = isIP(literal) !== 0 ? [literal] : isLocalName(literal) ? LOCAL_ADDRESSES : [];
  if (addresses.length > 0 && !addresses.some(createAddressRule(settings.webhookAllowCidrs))) {
    return "must not be a private or reserved address";
  }
  const isLoopback = addresses.some((address) => ipaddr.process(address).range() === "loopback");
  if (!isLoopback && !isWebPort(url.port)) return `must not use port ${url.port}, which is no web server's`;
  return undefined;
}
