import { Failure } from "@/lib/core/errors";
import { env } from "@/lib/env";
import { type ApiCaller, findApiCaller } from "@/lib/organisations";
import { sameSecret } from "@/lib/security/hmac";

/** Finds who holds the key in `x-api-key`. Throws `Failure("unauthenticated")` without a valid one (§5). */
export async function authenticateApiKey(request: Request): Promise<ApiCaller> {
  const key = request.headers.get("x-api-key");
  const caller = key ? await findApiCaller(key) : undefined;
  if (caller) return caller;
  throw new Failure("unauthenticated", {
    detail: key
      ? "The API key in the header x-api-key is unknown, revoked or mistyped. Check it, or ask for a new one."
      : "Send your organisation's API key in the header x-api-key.",
    headers: { "www-authenticate": 'ApiKey realm="Takings", header="x-api-key"' },
  });
}

/** Lets a job runner pass by its bearer, compared in constant time. Throws `Failure("unauthenticated")`. */
export function authenticateJob(request: Request): void {
  const secret = env().jobSecret;
  if (secret && sameSecret(`Bearer ${secret}`, request.headers.get("authorization"))) return;
  throw new Failure("unauthenticated", {
    detail: "Send the job secret as Authorization: Bearer.",
    headers: { "www-authenticate": 'Bearer realm="Takings jobs"' },
  });
}
