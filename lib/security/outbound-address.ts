import { lookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { buildConnector } from "undici";
import { env } from "@/lib/env";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Says of an address, as text, whether a connection to it may be opened. */
export type AddressRule = (address: string) => boolean;

/** The code of the error with which a connection to a forbidden address ends. */
export const FORBIDDEN_ADDRESS = "forbidden_address";

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
    if (isIP(text) === 0) return false;
    const address = ipaddr.parse(text);
    const inner = address instanceof ipaddr.IPv6 ? embeddedIpv4(address) : undefined;
    const forms = inner ? [address, inner] : [address];
    if (forms.some((form) => allowed.some((range) => within(form, range)))) return true;
    return isPublic(inner ?? address);
  };
  rules.set(allowCidrs, rule);
  return rule;
}

class ForbiddenAddress extends Error {
  readonly code = FORBIDDEN_ADDRESS;
}

interface ConnectorOptions {
  mayDial: AddressRule;
  /** How long opening a connection may take, TLS included. */
  timeoutMs: number;
  /** How names are resolved; only tests choose it. */
  resolve?: typeof lookup;
}

/**
 * Makes a connector for undici that opens no connection to a forbidden address. The check is made where the socket
 * connects, on the very addresses it will dial, so that a name that resolves differently the second time gains
 * nothing. An IP literal is checked here, for Node resolves none; TLS still asks for the URL's own host name.
 */
export function guardedConnector(options: ConnectorOptions): buildConnector.connector {
  const { mayDial, resolve = lookup } = options;
  const guardedLookup: LookupFunction = (hostname, lookupOptions, callback) => {
    resolve(hostname, { ...lookupOptions, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const allowed = addresses.filter(({ address }) => mayDial(address));
      const [first] = allowed;
      if (!first)
        return callback(new ForbiddenAddress(`${hostname} leads to no address that may be dialled`), []);
      return lookupOptions.all ? callback(null, allowed) : callback(null, first.address, first.family);
    });
  };
  const connect = buildConnector({ lookup: guardedLookup, timeout: options.timeoutMs });
  return (target, callback) => {
    if (isIP(target.hostname) !== 0 && !mayDial(target.hostname)) {
      callback(new ForbiddenAddress(`${target.hostname} may not be dialled`), null);
      return;
    }
    connect(target, callback);
  };
}

interface UrlRules {
  webhookAllowHttp: boolean;
  webhookAllowCidrs: readonly string[];
}

/**
 * What is wrong with an address for events, as a sentence, or `undefined` where nothing is: its syntax, its scheme,
 * user information in it, or an IP literal that may not be dialled. It resolves no name; that is done at each send.
 */
export function webhookUrlFault(text: string, settings: UrlRules = env()): string | undefined {
  const url = URL.canParse(text) && !/[\s\\]/.test(text) ? new URL(text) : undefined;
  const schemes = settings.webhookAllowHttp ? "https:// or http://" : "https://";
  if (!url) return `must be a whole web address that starts with ${schemes}`;
  if (url.protocol !== "https:" && !(url.protocol === "http:" && settings.webhookAllowHttp)) {
    return `must start with ${schemes}`;
  }
  if (url.username || url.password) return "must not hold a user name or a password";
  const literal = url.hostname.replace(/^\[(.*)\]$/, "$1");
  if (isIP(literal) !== 0 && !addressRule(settings.webhookAllowCidrs)(literal)) {
    return "must not be a private or reserved address";
  }
  return undefined;
}
