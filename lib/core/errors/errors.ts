/** All expected failures of a request, with their HTTP status and title (RFC 9110, RFC 9457). */
export const ERRORS = {
  invalid_request: { status: 400, title: "The request is not valid" },
  unauthenticated: { status: 401, title: "A valid API key is required" },
  invalid_signature: { status: 401, title: "The signature is missing or wrong" },
  second_factor_required: { status: 401, title: "A code is required" },
  forbidden: { status: 403, title: "Your role may not do that" },
  insufficient_scope: { status: 403, title: "The API key's scope does not allow that" },
  address_not_allowed: { status: 403, title: "The API key may not be used from this address" },
  reauthentication_required: { status: 403, title: "Confirm that it is you" },
  second_factor_setup_required: { status: 403, title: "Set up a second factor first" },
  not_found: { status: 404, title: "Not found" },
  method_not_allowed: { status: 405, title: "This path does not take that method" },
  conflict: { status: 409, title: "The request conflicts with what is stored" },
  no_bank_connection: { status: 409, title: "The organisation has no bank connection" },
  account_quota_reached: { status: 409, title: "The quota of live accounts is reached" },
  idempotency_key_in_use: { status: 409, title: "A request with this Idempotency-Key is being executed" },
  body_too_large: { status: 413, title: "The body is too large" },
  unsupported_media_type: { status: 415, title: "The body must be JSON" },
  idempotency_key_reused: { status: 422, title: "The Idempotency-Key was sent with another request" },
  too_many_requests: { status: 429, title: "Too many requests" },
  internal: { status: 500, title: "Something went wrong on our side" },
  bank_refused: { status: 502, title: "The bank refused" },
  unavailable: { status: 503, title: "The service cannot answer right now" },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** One error of the input: its place and the remedy. */
export interface FieldError {
  /** A JSON Pointer (RFC 6901) into the body, or `?name` for a query parameter. */
  pointer?: string;
  /** The name of the request header; without `pointer`. */
  header?: string;
  detail: string;
}

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

/** Creates the failure for one invalid member of the input. */
export function invalid(pointer: string, detail: string): Failure {
  return new Failure("invalid_request", { detail, faults: [{ pointer, detail }] });
}
