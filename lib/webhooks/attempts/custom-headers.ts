import { describeError } from "@/lib/core/errors/describe-error";
import { invalid } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import { log } from "@/lib/log";
import { decrypt, encrypt } from "@/lib/security/encryption";

/** Headers that a webhook endpoint wants in addition, by name in lower case. */
export type CustomHeaders = Record<string, string>;

const MAX_HEADERS = 10;
const MAX_VALUE_LENGTH = 1_000;
/** A token (RFC 9110 §5.6.2), which a field name is (§5.1). */
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
/** Visible ASCII characters, and spaces and tabs between them: a field value (RFC 9110 §5.5) without obsolete bytes. */
const VALUE = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/;
/**
 * Names that the sender sets itself, or that change how a message is framed, routed or kept on its connection
 * (RFC 9110 §7.6.1, RFC 9112 §6).
 */
const RESERVED_NAMES = new Set([
  "accept-encoding",
  "connection",
  "date",
  "expect",
  "host",
  "http2-settings",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "user-agent",
  "via",
]);
const RESERVED_PREFIXES = ["content-", "proxy-", "webhook-"];

function findNameError(name: string): string | undefined {
  const lower = name.toLowerCase();
  if (!NAME.test(name)) return `${JSON.stringify(name)} is not a header name (RFC 9110 §5.1).`;
  if (RESERVED_NAMES.has(lower) || RESERVED_PREFIXES.some((prefix) => lower.startsWith(prefix)))
    return `${name} cannot be set: it is reserved for the sender or the connection. Use another name.`;
  return undefined;
}

function findValueError(name: string, value: string): string | undefined {
  if (value.length > MAX_VALUE_LENGTH)
    return `The value of ${name} is longer than ${MAX_VALUE_LENGTH} characters.`;
  if (!VALUE.test(value))
    return `The value of ${name} must have visible ASCII characters, and spaces only between them.`;
  return undefined;
}

/**
 * Checks custom headers and returns them with their names in lower case, sorted. Throws `Failure("invalid_request")` with a
 * pointer to the header and without its value.
 */
export function parseHeaders(headers: Record<string, string>): CustomHeaders {
  const entries = Object.entries(headers);
  if (entries.length > MAX_HEADERS)
    throw invalid("/headers", `An endpoint has at most ${MAX_HEADERS} custom headers.`);
  const parsed = new Map<string, string>();
  for (const [name, value] of entries) {
    const fault = findNameError(name) ?? findValueError(name, value);
    const pointer = `/headers/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    if (fault) throw invalid(pointer, fault);
    if (parsed.has(name.toLowerCase())) throw invalid(pointer, `${name} is given twice. Send it once.`);
    parsed.set(name.toLowerCase(), value);
  }
  return Object.fromEntries([...parsed].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The encryption context: headers moved to another endpoint's row do not decrypt. */
const contextOf = (endpointId: Id<"webhookEndpoint">) => `webhook_endpoints.headers:${endpointId}`;

/** Encrypts headers for the column `webhook_endpoints.headers`. Returns null if there are none. */
export function encryptHeaders(endpointId: Id<"webhookEndpoint">, headers: CustomHeaders): string | null {
  if (Object.keys(headers).length === 0) return null;
  return encrypt(JSON.stringify(headers), contextOf(endpointId));
}

/** The size of the cache: more than the endpoints with headers that one process sends to at a time. */
const MAX_CACHED = 10_000;
/** Decrypted headers by endpoint and stored value, because every attempt needs them. */
const decrypted = new Map<string, CustomHeaders>();

/**
 * Decrypts an endpoint's stored headers; once per process. Headers that cannot be decrypted, because `ENCRYPTION_KEY` has
 * changed, are logged, and the result is null.
 */
export function decryptHeaders(
  endpointId: Id<"webhookEndpoint">,
  stored: string | null,
): CustomHeaders | null {
  if (stored === null) return {};
  const name = `${endpointId} ${stored}`;
  const cached = decrypted.get(name);
  if (cached) return cached;
  try {
    const headers = JSON.parse(decrypt(stored, contextOf(endpointId))) as CustomHeaders;
    if (decrypted.size >= MAX_CACHED) decrypted.clear();
    decrypted.set(name, headers);
    return headers;
  } catch (thrown) {
    log.error({ endpoint: endpointId, reason: describeError(thrown) }, "custom headers are unreadable");
    return null;
  }
}
