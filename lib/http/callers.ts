import { createHash, timingSafeEqual } from "node:crypto";
import { Failure } from "@/lib/core/errors";
import { env } from "@/lib/env";
import { type ApiCaller, findApiCaller } from "@/lib/organisations";

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
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const given = request.headers.get("authorization") ?? "";
  if (secret && timingSafeEqual(digest(given), digest(`Bearer ${secret}`))) return;
  throw new Failure("unauthenticated", {
    detail: "Send the job secret as Authorization: Bearer.",
    headers: { "www-authenticate": 'Bearer realm="Takings jobs"' },
  });
}
