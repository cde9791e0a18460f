import { FORBIDDEN_ADDRESS } from "@/lib/security/outbound-address";

const NO_NAME = "The receiver's host name could not be resolved.";
const NO_ROUTE = "The receiver could not be reached.";
const BROKEN_OFF = "The receiver broke off the connection.";
const NO_CONNECTION = "No connection to the receiver could be opened in time.";

/** Why a connection failed, by the code that Node or undici gives the error. */
const REASONS: Record<string, string> = {
  [FORBIDDEN_ADDRESS]: "The address leads to a private or reserved range, where events are not sent.",
  ENOTFOUND: NO_NAME,
  EAI_AGAIN: NO_NAME,
  ECONNREFUSED: "The receiver refused the connection.",
  ECONNRESET: BROKEN_OFF,
  EPIPE: BROKEN_OFF,
  UND_ERR_SOCKET: BROKEN_OFF,
  UND_ERR_ABORTED: BROKEN_OFF,
  EHOSTUNREACH: NO_ROUTE,
  ENETUNREACH: NO_ROUTE,
  ETIMEDOUT: NO_CONNECTION,
  UND_ERR_CONNECT_TIMEOUT: NO_CONNECTION,
  UND_ERR_HEADERS_OVERFLOW: "The headers of the receiver's answer are too large.",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: BROKEN_OFF,
};

/** Says in words why a try ended without an answer. What is not known by name is told by its code alone. */
export function failureInWords(thrown: unknown): string {
  if (!(thrown instanceof Error)) return "The connection to the receiver failed.";
  if (thrown.name === "HTTPParserError") return "The receiver's answer was not HTTP.";
  const code = "code" in thrown ? String(thrown.code) : "";
  const reason = REASONS[code];
  if (reason) return reason;
  if (/CERT|ALTNAME|SIGNATURE|SSL|TLS/.test(code))
    return `The receiver's TLS certificate or handshake is not valid (${code}).`;
  return `The connection to the receiver failed${code ? ` (${code})` : ""}.`;
}

/**
 * The wait that a `Retry-After` header asks for (RFC 9110 §10.2.3: seconds or a date), in milliseconds;
 * `undefined` where there is none or it is malformed.
 */
export function retryAfterMs(header: string | string[] | undefined, now: Date): number | undefined {
  const text = Array.isArray(header) ? header[0] : header;
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime());
}
