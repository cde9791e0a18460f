import { describeError } from "@/lib/core/errors/describe-error";
import type { Id } from "@/lib/core/ids";
import { log } from "@/lib/log";
import { decrypt, encrypt } from "@/lib/security/encryption";

const contextOf = (organisationId: Id<"organisation">) => `alert_webhooks.secret:${organisationId}`;

/** Encrypts the secret that signs an organisation's alerts. */
export const encryptAlertSecret = (organisationId: Id<"organisation">, secret: string): string =>
  encrypt(secret, contextOf(organisationId));

/** Decrypts the secret that signs an organisation's alerts; none if it is unreadable, because `ENCRYPTION_KEY` has changed. */
export function decryptAlertSecret(organisationId: Id<"organisation">, stored: string): string[] {
  try {
    return [decrypt(stored, contextOf(organisationId))];
  } catch (thrown) {
    log.error(
      { organisation: organisationId, reason: describeError(thrown) },
      "an alert secret is unreadable",
    );
    return [];
  }
}
