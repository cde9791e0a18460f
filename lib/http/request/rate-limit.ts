import { Failure } from "@/lib/core/errors/errors";
import type { ApiCaller } from "@/lib/organisations";
import { countRequest, WINDOW_SECONDS } from "@/lib/rate-limits";
import { isSafeMethod } from "./authenticate";

/**
 * Counts a request against the rate limit of its API key, and sets the fields `RateLimit` and `RateLimit-Policy` of
 * draft-ietf-httpapi-ratelimit-headers on `headers`; does nothing without a limit. Throws `Failure("too_many_requests")`
 * with `Retry-After` for a request that exceeds it, before anything of the request is read or executed.
 */
export async function limitRate(
  request: Request,
  { keyId }: ApiCaller,
  headers: Record<string, string>,
): Promise<void> {
  const group = isSafeMethod(request.method) ? "read" : "write";
  const count = await countRequest({ keyId, group });
  if (!count) return;
  const seconds = Math.max(1, Math.ceil(count.endsInMs / 1000));
  headers["ratelimit-policy"] = `"${group}";q=${count.limit};w=${WINDOW_SECONDS}`;
  headers.ratelimit = `"${group}";r=${count.remaining};t=${seconds}`;
  if (!count.isExceeded) return;
  throw new Failure("too_many_requests", {
    detail:
      `This API key may send ${count.limit} ${group} requests a minute. Nothing was done; send the request again after ` +
      "the seconds in Retry-After.",
    headers: { "retry-after": String(seconds) },
  });
}
