import { findRefusal, getProvider, requestContext } from "@/lib/bank";
import { Failure } from "@/lib/core/errors/errors";
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
    const refusal = findRefusal(thrown);
    // A transient refusal other than 401, such as 409 or 429, says nothing about the credentials.
    if (!refusal || (refusal.isTransient && refusal.status !== 401)) throw thrown;
    const stated = refusal.reason ? `: "${refusal.reason}"` : ` with status ${refusal.status}`;
    throw new Failure("bank_refused", {
      detail: `The bank refused these credentials${stated}.`,
      internal: `${name} refused the credentials of a connection with ${refusal.status}`,
    });
  }
}
