/**
 * All expected failures of a request, with their HTTP status and title (RFC 9110, RFC 9457). A title is constant; what is
 * wrong with one request is its `detail`.
 */
export const ERRORS = {
  invalid_request: { status: 400, title: "Invalid request" },
  unauthenticated: { status: 401, title: "Authentication required" },
  invalid_signature: { status: 401, title: "Invalid signature" },
  second_factor_required: { status: 401, title: "Second factor required" },
  forbidden: { status: 403, title: "Permission denied" },
  insufficient_scope: { status: 403, title: "Insufficient scope" },
  address_not_allowed: { status: 403, title: "Client address not allowed" },
  reauthentication_required: { status: 403, title: "Reauthentication required" },
  second_factor_setup_required: { status: 403, title: "Second factor setup required" },
  not_found: { status: 404, title: "Not found" },
  method_not_allowed: { status: 405, title: "Method not allowed" },
  request_timeout: { status: 408, title: "Request timeout" },
  conflict: { status: 409, title: "Conflict with the current state" },
  no_bank_connection: { status: 409, title: "No bank connection" },
  account_quota_reached: { status: 409, title: "Account quota reached" },
  idempotency_key_in_use: { status: 409, title: "Idempotency key in use" },
  body_too_large: { status: 413, title: "Content too large" },
  unsupported_media_type: { status: 415, title: "Unsupported media type" },
  idempotency_key_reused: { status: 422, title: "Idempotency key reused" },
  too_many_requests: { status: 429, title: "Too many requests" },
  headers_too_large: { status: 431, title: "Request header fields too large" },
  internal: { status: 500, title: "Internal server error" },
  bank_refused: { status: 502, title: "Refused by the bank" },
  unavailable: { status: 503, title: "Service unavailable" },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof ERRORS;

/**
 * One error of the input: its place and the remedy. The place is a JSON Pointer (RFC 6901) into the body, where `""` is the
 * whole body, or the name of a query parameter, or the name of a request header.
 */
export type FieldError = ({ pointer: string } | { parameter: string } | { header: string }) & {
  detail: string;
};

interface FailureOptions {
  /** The message for the caller: the problem and its remedy. */
  detail?: string;
  faults?: FieldError[];
  headers?: Record<string, string>;
  /** The message for the log; never sent to the caller. */
  internal?: string;
  cause?: unknown;
  /** A bank answered 429; `retry-after` is its own. */
  isRateLimited?: boolean;
}

/**
 * An expected failure. Identify it by `code`, never by `instanceof`: one process can load this file in two bundles
 * (`docs/architecture.md`, the two copies).
 */
export class Failure extends Error {
  readonly code: ErrorCode;
  readonly detail: string | undefined;
  readonly faults: FieldError[];
  readonly headers: Record<string, string>;
  readonly internal: string | undefined;
  readonly isRateLimited: boolean;

  constructor(code: ErrorCode, options: FailureOptions = {}) {
    super(options.internal ?? options.detail ?? ERRORS[code].title, { cause: options.cause });
    this.name = "Failure";
    this.code = code;
    this.detail = options.detail;
    this.faults = options.faults ?? [];
    this.headers = options.headers ?? {};
    this.internal = options.internal;
    this.isRateLimited = options.isRateLimited ?? false;
  }
}

/** Returns whether a thrown value is a `Failure` of any bundle. */
export function isFailure(thrown: unknown): thrown is Failure {
  return thrown instanceof Error && "code" in thrown && "faults" in thrown && String(thrown.code) in ERRORS;
}

/** Returns the seconds after which a failed request may be repeated, as its `retry-after` says; 0 if it says nothing. */
export function retryAfterSeconds(thrown: unknown): number {
  return isFailure(thrown) ? Number(thrown.headers["retry-after"] ?? 0) : 0;
}

/** Creates the failure for an object that does not exist or belongs to another organisation; both look the same. */
export function notFound(what: string): Failure {
  return new Failure("not_found", { detail: `There is no such ${what}. Check the id.` });
}

/** Creates the failure for one invalid member of the body; `pointer` is its JSON Pointer. */
export const invalid = (pointer: string, detail: string): Failure => invalidAt({ pointer }, detail);

/**
 * Runs every check and returns their results. Throws one `Failure("invalid_request")` with the faults of all checks that threw
 * such a failure; any other error at once.
 */
export function checkAll<T extends unknown[]>(...checks: { [K in keyof T]: () => T[K] }): T {
  const faults: FieldError[] = [];
  const results = checks.map((check) => {
    try {
      return check();
    } catch (thrown) {
      if (!isFailure(thrown) || thrown.code !== "invalid_request") throw thrown;
      faults.push(...thrown.faults);
      return undefined;
    }
  });
  if (faults.length > 0) throw new Failure("invalid_request", { detail: faults[0]?.detail, faults });
  return results as T;
}

/** Creates the failure for one invalid query parameter. */
export const invalidParameter = (parameter: string, detail: string): Failure =>
  invalidAt({ parameter }, detail);

/** Creates the failure for one invalid request header. */
export const invalidHeader = (header: string, detail: string): Failure => invalidAt({ header }, detail);

function invalidAt(
  place: { pointer: string } | { parameter: string } | { header: string },
  detail: string,
): Failure {
  return new Failure("invalid_request", { detail, faults: [{ ...place, detail }] });
}
