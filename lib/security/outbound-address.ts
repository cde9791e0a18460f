import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { env } from "@/lib/env";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Says of an address, as text, whether a connection to it may be opened. */
export type AddressRule = (address: string) => boolean;

/** Public by its number, yet a cloud's own: Azure answers instances their metadata there. */
const CLOUD_METADATA = ipaddr.parseCIDR("168.63.129.16/32");
/** All of IPv6 that is given out to the world (RFC 4291); what lies outside is special or not assigned. */
const GLOBAL_UNICAST = ipaddr.parseCIDR("2000::/3");

/** The IPv4 address inside an IPv4-mapped (`::ffff:0:0/96`) or IPv4-compatible (`::/96`) one, which is where it leads. */
function embeddedIpv4(address: ipaddr.IPv6): ipaddr.IPv4 | undefined {
  const bytes = address.toByteArray();
  const zeros = bytes.slice(0, 10).every((byte) => byte === 0);
  const marker = (bytes[10] ?? 0) * 256 + (bytes[11] ?? 0);
  return zeros && (marker === 0xffff || marker === 0) ? new ipaddr.IPv4(bytes.slice(12)) : undefined;
}

function within(address: Address, range: [Address, number]): boolean {
  return address.kind() === range[0].kind() && address.match(range);
}

/** Whether an address belongs to the open internet; anything special, reserved or translated does not. */
function isPublic(address: Address): boolean {
  if (address.range() !== "unicast") return false;
  return address.kind() === "ipv4" ? !within(address, CLOUD_METADATA) : within(address, GLOBAL_UNICAST);
}

/** The rule of each list of ranges: reading the ranges costs more than signing an event. */
const rules = new WeakMap<readonly string[], AddressRule>();

/**
 * Makes the rule of which addresses may be dialled: the open internet, and the ranges allowed by the deployment
 * (`WEBHOOK_ALLOW_CIDRS`). Loopback, private, link-local, metadata, shared, test, multicast and reserved ranges are
 * refused, and so are 6to4, Teredo and NAT64, which carry another address inside; a mapped or compatible IPv6 form
 * is judged by the IPv4 address it carries. What is no address is refused.
 */
export function addressRule(allowCidrs: readonly string[]): AddressRule {
  const known = rules.get(allowCidrs);
  if (known) return known;
  const allowed = allowCidrs.map((cidr) => ipaddr.parseCIDR(cidr));
  const rule: AddressRule = (text) => {
    // A zone (`fe80::1%eth0`) names an interface of this machine, which the open internet has no use for.
    if (isIP(text) === 0 || text.includes("%")) return false;
    const address = ipaddr.parse(text);
    const inner = address instanceof ipaddr.IPv6 ? embeddedIpv4(address) : undefined;
    const forms = inner ? [address, inner] : [address];
    if (forms.some((form) => allowed.some((range) => within(form, range)))) return true;
    return isPublic(inner ?? address);
  };
  rules.set(allowCidrs, rule);
  return rule;
}

/** Whether a name is this machine's own by its spelling alone (RFC 6761 §6.3), with a final dot or without. */
export const isLocalName = (name: string) => /(^|\.)localhost\.?$/i.test(name);

/** The addresses of this machine's own names, which no name server is asked for. */
export const LOCAL_ADDRESSES = ["127.0.0.1", "::1"] as const;

/** The ports from 1024 up that other protocols own (the Fetch standard, "bad port"). */
const OTHER_PROTOCOLS = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10080,
]);

/** Whether a receiver may listen there: the web's own two ports, and those that anybody may open. */
const isWebPort = (port: string) =>
  ["", "80", "443"].includes(port) || (Number(port) >= 1024 && !OTHER_PROTOCOLS.has(Number(port)));

interface UrlRules {
  webhookAllowHttp: boolean;
  webhookAllowCidrs: readonly string[];
}

/**
 * What is wrong with an address for events, as a sentence, or `undefined` where nothing is: its syntax, its scheme,
 * user information in it, an IP literal or a name of this machine that may not be dialled, or a port of another
 * protocol. On loopback, where it is allowed, any port is: receivers under test listen there. It resolves no name;
 * that is done at each send.
 */
export function webhookUrlFault(text: string, settings: UrlRules = env()): string | undefined {
  const schemes = settings.webhookAllowHttp ? "https:// or http://" : "https://";
  const url = URL.canParse(text) && !/[\s\\\p{Cc}]/u.test(text) ? new URL(text) : undefined;
  if (!url) return `must be a whole web address that starts with ${schemes}`;
  const isWhole = /^https?:\/\/[^/]/i.test(text);
  if (!isWhole || (url.protocol === "http:" && !settings.webhookAllowHttp)) {
    return `must start with ${schemes}`;
  }
  if (/^\w+:\/\/[^/?#]*@/.test(text)) return "must not hold a user name or a password";
  const literal = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const known = isIP(literal) !== 0 ? [literal] : isLocalName(literal) ? LOCAL_ADDRESSES : [];
  if (known.length > 0 && !known.some(addressRule(settings.webhookAllowCidrs))) {
    return "must not be a private or reserved address";
  }
  const isLoopback = known.some((address) => ipaddr.process(address).range() === "loopback");
  if (!isLoopback && !isWebPort(url.port)) return `must not use port ${url.port}, which is no web server's`;
  return undefined;
}
