import { ERRORS, Failure, isFailure } from "@/lib/core/errors";
import { SECURE_HEADERS } from "./envelope";
import { plainResponse } from "./plain-response";

/** Errors of the database's connection, not of a statement: the same request can succeed in a moment. */
const UNAVAILABLE =
  /^(08...|57P0[1-3]|53...|55P03|57014|25006|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|CONNECTION_(CLOSED|ENDED|DESTROYED)|CONNECT_TIMEOUT)$/;

/** Sees a failure in anything thrown: itself, an unreachable database as `unavailable`, all else as `internal`. */
export function failureOf(thrown: unknown): Failure {
  if (isFailure(thrown)) return thrown;
  const cause = thrown instanceof Error ? thrown : new Error(String(thrown));
  const code = "code" in cause ? String(cause.code) : "";
  if (UNAVAILABLE.test(code)) {
    return new Failure("unavailable", {
      detail: "Nothing was done. Send the same request again.",
      headers: { "retry-after": "1" },
      internal: `${code} ${cause.message}`,
      cause,
    });
  }
  return new Failure("internal", {
    detail: "Nothing is wrong with the request. If it happens again, tell us the request id.",
    internal: `${cause.name} ${code} ${cause.message}`.slice(0, 500),
    cause,
  });
}

/**
 * Answers a failure as RFC 9457 problem details, with `success: false` and, for invalid input, one entry a fault.
 * Never carries a stack trace.
 */
export function errorResponse(thrown: unknown, requestId: string): Response {
  const failure = failureOf(thrown);
  const { status, title } = ERRORS[failure.code];
  const problem = {
    success: false,
    type: "about:blank",
    title,
    status,
    code: failure.code,
    detail: failure.detail ?? `${title}.`,
    ...(failure.faults.length > 0 && { errors: failure.faults }),
    request_id: requestId,
  };
  return plainResponse(status, JSON.stringify(problem), {
    ...SECURE_HEADERS,
    "content-type": "application/problem+json",
    "x-request-id": requestId,
    ...failure.headers,
  });
}
