import { randomBytes } from "node:crypto";
import { describeError } from "@/lib/core/describe-error";
import { log } from "@/lib/log";
import { decrypt, encrypt } from "./encryption";

/** Makes a secret that signs outgoing events: `whsec_` and 32 random bytes in base64 (Standard Webhooks 1.0). */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

/** A secret stays encrypted for its organisation: moved to another one's row it does not decrypt. */
const contextOf = (organisationId: string) => `signing_secrets.secret:${organisationId}`;

/** Encrypts an organisation's signing secret for the column `signing_secrets.secret`. */
export const encryptSigningSecret = (organisationId: string, secret: string) =>
  encrypt(secret, contextOf(organisationId));

/** A few bytes each; more organisations than this send from no single process at once. */
const MOST_HELD = 10_000;
/** How long a stored secret that could not be decrypted is not tried again. */
const RETRY_MS = 10_000;
/** Decrypted secrets by organisation and stored value, for every attempt to send an event needs one. */
const decrypted = new Map<string, string>();
/** When each stored secret that cannot be decrypted was tried, on the clock of `performance.now`. */
const failed = new Map<string, number>();

/**
 * Decrypts an organisation's stored signing secrets, each once in this process. One that cannot be decrypted, because
 * `ENCRYPTION_KEY` is another key than it was, is logged and left out.
 */
export function decryptSigningSecrets(organisationId: string, stored: readonly string[]): string[] {
  return stored.map((one) => decryptOnce(organisationId, one)).filter((secret) => secret !== undefined);
}

function decryptOnce(organisationId: string, stored: string): string | undefined {
  const name = `${organisationId} ${stored}`;
  const known = decrypted.get(name);
  if (known !== undefined) return known;
  const now = performance.now();
  if (now - (failed.get(name) ?? Number.NEGATIVE_INFINITY) < RETRY_MS) return undefined;
  try {
    const secret = decrypt(stored, contextOf(organisationId));
    keep(decrypted, name, secret);
    return secret;
  } catch (thrown) {
    keep(failed, name, now);
    log.error(
      { organisation: organisationId, reason: describeError(thrown) },
      "a signing secret is unreadable",
    );
    return undefined;
  }
}

function keep<T>(values: Map<string, T>, name: string, value: T): void {
  if (values.size >= MOST_HELD) values.clear();
  values.set(name, value);
}
