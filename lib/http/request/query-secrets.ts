import { invalidParameter } from "@/lib/core/errors/errors";

/** The forms of secrets that this service issues, API keys and signing secrets, also behind other text such as `Bearer `. */
const SECRET = /(?<![a-z0-9])(?:tk_(?:test|live)_|whsec_)/i;

/**
 * Throws `Failure("invalid_request")` if the name or the value of a query parameter contains an API key or a signing secret,
 * because URLs are stored in logs and browser histories.
 */
export function refuseSecretsInQuery(request: Request): void {
  if (!request.url.includes("?")) return;
  for (const [name, value] of new URL(request.url).searchParams) {
    const isName = SECRET.test(name);
    if (!isName && !SECRET.test(value)) continue;
    const displayName = isName ? "(a secret)" : name.slice(0, 50);
    throw invalidParameter(
      displayName,
      `The query parameter ${displayName} holds a secret, which addresses must not. Send the API key in the header x-api-key, and rotate this one.`,
    );
  }
}
