import { getProvider, requestContext } from "@/lib/bank";
import { Failure, isFailure } from "@/lib/core/errors/errors";
import type { Credentials, ProviderName } from "@/lib/env";

/** Whether a bank accepted the credentials; `not_tried` for a bank whose API this service does not call. */
export type TryResult = "accepted" | "not_tried";

/** The period whose payments are listed to try credentials. */
const PERIOD_MS = 60_000;

/**
 * Tries credentials by listing the payments of the last minute at the bank. Throws `Failure("bank_refused")` with the bank's
 * reason if it refuses them, `Failure("unavailable")` if it does not respond. Reads only.
 */
export async function tryCredentials(name: ProviderName, credentials: Credentials): Promise<TryResult> {
  const provider = getProvider(name);
  if (!provider.listSince) return "not_tried";
  const until = new Date();
  try {
    await provider.listSince(
      { since: new Date(until.getTime() - PERIOD_MS), until },
      requestContext(name, credentials),
    );
    return "accepted";
  } catch (thrown) {
    const refusal = isFailure(thrown) ? findRefusal(thrown.cause) : undefined;
    if (!refusal) throw thrown;
    const stated = refusal.reason ? `: "${refusal.reason}"` : ` with status ${refusal.status}`;
    throw new Failure("bank_refused", {
      detail: `The bank refused these credentials${stated}. Nothing was saved.`,
      internal: `${name} refused the credentials of a connection with ${refusal.status}`,
    });
  }
}

/** Returns the bank's refusal that caused a failure, if it can be about the credentials: 409 and 429 are not. */
function findRefusal(cause: unknown): { status: number; reason: string } | undefined {
  if (typeof cause !== "object" || cause === null) return undefined;
  if (!("isTransient" in cause && "status" in cause && "reason" in cause)) return undefined;
  const status = Number(cause.status);
  if (cause.isTransient && status !== 401) return undefined;
  return { status, reason: String(cause.reason) };
}
