import { Failure } from "@/lib/core/errors";
import { env } from "@/lib/env";
import { type ApiCaller, lookUpApiCaller } from "@/lib/organisations";
import { sameSecret } from "@/lib/security/hmac";

/** Who calls by an API key. */
interface Calling {
  /** Who most likely does, for a reading that is thrown away where nobody does. */
  likely: ApiCaller | undefined;
  /** Who does. Rejects with `Failure("unauthenticated")` where the key is nobody's (§5). */
  caller: Promise<ApiCaller>;
}

/** Looks up who holds the key in `x-api-key`. */
export function lookUpCaller(request: Request): Calling {
  const key = request.headers.get("x-api-key");
  if (!key) return { likely: undefined, caller: requireCaller(key, Promise.resolve(undefined)) };
  const { likely, found } = lookUpApiCaller(key);
  return { likely, caller: requireCaller(key, found) };
}

/** Finds who holds the key in `x-api-key`. Throws `Failure("unauthenticated")` without a valid one (§5). */
export function authenticateApiKey(request: Request): Promise<ApiCaller> {
  return lookUpCaller(request).caller;
}

async function requireCaller(key: string | null, found: Promise<ApiCaller | undefined>): Promise<ApiCaller> {
  const caller = await found;
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
