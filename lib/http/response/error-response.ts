import { describeError } from "@/lib/core/errors/describe-error";
import { Failure, isFailure } from "@/lib/core/errors/errors";
import { SECURE_HEADERS } from "./envelope";
import { lazyResponse } from "./lazy-response";
import { toProblem } from "./problem";

/**
 * Converts anything thrown to a `Failure`: itself, its cause, or else `internal`. `lib/db` has already converted database
 * outages to `unavailable`.
 */
export function toFailure(thrown: unknown): Failure {
  if (isFailure(thrown)) return thrown;
  if (thrown instanceof Error && isFailure(thrown.cause)) return thrown.cause;
  return new Failure("internal", {
    detail: "Nothing is wrong with the request. If it happens again, report the request id.",
    internal: describeError(thrown),
    cause: thrown,
  });
}

/** Creates the response to an error; see `toProblem`. */
export function errorResponse(thrown: unknown, requestId: string): Response {
  const { status, headers, body } = toProblem(toFailure(thrown), requestId);
  return lazyResponse(status, body, { ...SECURE_HEADERS, "x-request-id": requestId, ...headers });
}
