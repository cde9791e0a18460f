import { Failure } from "@/lib/core/errors/errors";
import { env } from "@/lib/env";
import { type ApiCaller, lookUpApiCaller } from "@/lib/organisations";
import { isSameSecret } from "@/lib/security/hmac";
import { isInRanges } from "@/lib/security/outbound/address-range";
import { clientAddress } from "./client-address";

/** The result of looking up an API key. */
interface CallerLookup {
  /** The caller cached for this key, for a speculative read whose result is discarded if the key is not valid any more. */
  cachedCaller: ApiCaller | undefined;
  /**
   * The verified caller. Rejects with `Failure("unauthenticated")` if the key is not valid (§5), and with
   * `Failure("address_not_allowed")` or `Failure("insufficient_scope")` if the key may not make this call.
   */
  caller: Promise<ApiCaller>;
}

/** Where the caller of a valid key is noted, also if the key may not make this call. */
interface Identified {
  caller?: ApiCaller;
}

/** Looks up the caller of the key in `x-api-key`. */
export function lookUpCaller(request: Request, identified: Identified = {}): CallerLookup {
  const key = request.headers.get("x-api-key");
  const { cachedCaller, found } = key
    ? lookUpApiCaller(key)
    : { cachedCaller: undefined, found: Promise.resolve(undefined) };
  return { cachedCaller, caller: requireCaller(request, found, identified) };
}

/** Finds the caller of the key in `x-api-key`. Rejects as `CallerLookup.caller` does. */
export function authenticateApiKey(request: Request, identified?: Identified): Promise<ApiCaller> {
  return lookUpCaller(request, identified).caller;
}

async function requireCaller(
  request: Request,
  found: Promise<ApiCaller | undefined>,
  identified: Identified,
): Promise<ApiCaller> {
  const caller = await found;
  if (caller) {
    identified.caller = caller;
    requireAllowedAddress(request, caller);
    requireScope(request, caller);
    return caller;
  }
  throw new Failure("unauthenticated", {
    detail: request.headers.get("x-api-key")
      ? "The API key in the header x-api-key is unknown, revoked or mistyped. Check it, or ask for a new one."
      : "Send your organisation's API key in the header x-api-key.",
    headers: { "www-authenticate": 'ApiKey realm="Takings", header="x-api-key"' },
  });
}

function requireAllowedAddress(request: Request, { limits }: ApiCaller): void {
  if (limits.allowedAddresses.length === 0) return;
  const address = clientAddress(request);
  if (isInRanges(limits.allowedAddresses, address)) return;
  throw new Failure("address_not_allowed", {
    detail:
      `This API key may not be used from ${address || "an unknown address"}. Call from one of its allowed addresses, ` +
      "or issue a key that allows this one.",
  });
}

/** The methods that change nothing (RFC 9110 §9.2.1). */
const SAFE_METHODS = ["GET", "HEAD", "OPTIONS"];

/** Returns whether a method changes nothing. */
export const isSafeMethod = (method: string): boolean => SAFE_METHODS.includes(method);

function requireScope(request: Request, { limits }: ApiCaller): void {
  if (limits.scope === "write" || isSafeMethod(request.method)) return;
  throw new Failure("insufficient_scope", {
    detail:
      `This API key has the scope read; ${request.method} needs the scope write. Use a key that reads and writes, or ` +
      "issue one.",
  });
}

/** Checks the job secret in the bearer token, in constant time. Throws `Failure("unauthenticated")`. */
export function authenticateJob(request: Request): void {
  requireBearer(request, env().jobSecret, { what: "job secret", realm: "Takings jobs" });
}

/** Checks `METRICS_TOKEN` in the bearer token in the same way. */
export function authenticateMetrics(request: Request): void {
  requireBearer(request, env().metricsToken, { what: "METRICS_TOKEN", realm: "Takings metrics" });
}

function requireBearer(
  request: Request,
  secret: string | undefined,
  { what, realm }: { what: string; realm: string },
): void {
  if (secret && isSameSecret(`Bearer ${secret}`, request.headers.get("authorization"))) return;
  throw new Failure("unauthenticated", {
    detail: `Send the ${what} as Authorization: Bearer.`,
    headers: { "www-authenticate": `Bearer realm="${realm}"` },
  });
}
