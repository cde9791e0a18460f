import { FORBIDDEN_ADDRESS } from "@/lib/security/outbound/outbound-connection";
import { UNRESOLVED_NAME } from "@/lib/security/outbound/outbound-resolver";
import { RESPONSE_TOO_LARGE } from "./connection-pool";

const NO_ROUTE = "The receiver could not be reached.";
const BROKEN_OFF = "The receiver broke off the connection.";
const NO_CONNECTION = "No connection to the receiver could be opened in time.";
const NOT_HTTP = "The receiver's answer was not HTTP.";
const NO_TLS = "The receiver does not speak TLS as it must for https://.";
const SELF_SIGNED = "The receiver's TLS certificate is not signed by an authority that is trusted here.";

/** Why a connection failed, by the error code of this service, Node or undici. */
const REASONS: Record<string, string> = {
  [FORBIDDEN_ADDRESS]: "The address leads to a private or reserved range, where events are not sent.",
  [UNRESOLVED_NAME]: "The receiver's host name could not be resolved.",
  [RESPONSE_TOO_LARGE]: "The receiver's answer is too large.",
  ECONNREFUSED: "The receiver refused the connection.",
  ECONNRESET: BROKEN_OFF,
  EPIPE: BROKEN_OFF,
  UND_ERR_SOCKET: BROKEN_OFF,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "The receiver's answer is not as long as it says.",
  EHOSTUNREACH: NO_ROUTE,
  ENETUNREACH: NO_ROUTE,
  EADDRNOTAVAIL: NO_ROUTE,
  ETIMEDOUT: NO_CONNECTION,
  CERT_HAS_EXPIRED: "The receiver's TLS certificate has expired.",
  CERT_NOT_YET_VALID: "The receiver's TLS certificate is not valid yet.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The receiver's TLS certificate is for another name.",
  DEPTH_ZERO_SELF_SIGNED_CERT: SELF_SIGNED,
  SELF_SIGNED_CERT_IN_CHAIN: SELF_SIGNED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: SELF_SIGNED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: SELF_SIGNED,
  ERR_SSL_WRONG_VERSION_NUMBER: NO_TLS,
  EPROTO: NO_TLS,
};

/** Messages of undici for malformed responses, which share one code with a broken connection. */
const SOCKET_ERRORS: Record<string, string> = {
  "bad response": NOT_HTTP,
  "bad upgrade": "The receiver's answer went over to another protocol.",
};

/** Describes why an attempt ended without a response. An unlisted error is described by its code. */
export function describeFailure(thrown: unknown): string {
  if (!(thrown instanceof Error)) return "The connection to the receiver failed.";
  if (thrown.name === "HTTPParserError") return NOT_HTTP;
  const code = "code" in thrown ? String(thrown.code) : "";
  const reason = SOCKET_ERRORS[thrown.message] ?? REASONS[code];
  if (reason) return reason;
  if (/CERT|SIGNATURE|SSL|TLS/.test(code))
    return `The receiver's TLS certificate or handshake is not valid (${code}).`;
  return `The connection to the receiver failed${code ? ` (${code})` : ""}.`;
}

/** Describes an attempt that timed out, before or after the connection was open. */
export function describeTimeout(wasConnected: boolean, timeoutMs: number): string {
  return `No ${wasConnected ? "complete answer" : "connection"} came within ${timeoutMs / 1000} s.`;
}

/** Describes a response that is not a success. */
export function describeAnswer(status: number | undefined): string {
  const isRedirect = status !== undefined && status >= 300 && status < 400;
  return `The receiver answered ${status}${isRedirect ? "; redirects are not followed" : ""}.`;
}

/**
 * Parses a `Retry-After` header (RFC 9110 §10.2.3: seconds or a date) into milliseconds. Returns `undefined` if it is
 * absent or malformed.
 */
export function retryAfterMs(header: string | string[] | undefined, now: Date): number | undefined {
  const text = Array.isArray(header) ? header[0] : header;
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime());
}
