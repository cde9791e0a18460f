import { randomBytes } from "node:crypto";
import { describeError } from "@/lib/core/errors/describe-error";
import { log } from "@/lib/log";
import { decrypt, encrypt } from "./encryption";

/** Creates a secret that signs outgoing events: `whsec_` and 32 random bytes in base64 (Standard Webhooks 1.0). */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

/** The encryption context: a secret moved to another organisation's row does not decrypt. */
const contextOf = (organisationId: string) => `signing_secrets.secret:${organisationId}`;

/** Encrypts an organisation's signing secret for the column `signing_secrets.secret`. */
export const encryptSigningSecret = (organisationId: string, secret: string) =>
  encrypt(secret, contextOf(organisationId));

/** The size of each cache (a few bytes per entry): more than the secrets that one process uses at a time. */
const MAX_CACHED = 10_000;
/** The wait before decrypting a secret again that could not be decrypted. */
const RETRY_MS = 10_000;
/** Decrypted secrets by organisation and stored value, because every attempt to send an event needs one. */
const decrypted = new Map<string, string>();
/** When the decryption of each unreadable secret last failed (`performance.now`). */
const failed = new Map<string, number>();

/**
 * Decrypts an organisation's stored signing secrets; each is decrypted once per process. A secret that cannot be
 * decrypted, because `ENCRYPTION_KEY` has changed, is logged and left out.
 */
export function decryptSigningSecrets(organisationId: string, stored: readonly string[]): string[] {
  return stored.map((one) => decryptOnce(organisationId, one)).filter((secret) => secret !== undefined);
}

function decryptOnce(organisationId: string, stored: string): string | undefined {
  const name = `${organisationId} ${stored}`;
  const cached = decrypted.get(name);
  if (cached !== undefined) return cached;
  const now = performance.now();
  if (now - (failed.get(name) ?? Number.NEGATIVE_INFINITY) < RETRY_MS) return undefined;
  try {
    const secret = decrypt(stored, contextOf(organisationId));
    cache(decrypted, name, secret);
    return secret;
  } catch (thrown) {
    cache(failed, name, now);
    log.error(
      { organisation: organisationId, reason: describeError(thrown) },
      "a signing secret is unreadable",
    );
    return undefined;
  }
}

function cache<T>(values: Map<string, T>, name: string, value: T): void {
  if (values.size >= MAX_CACHED) values.clear();
  values.set(name, value);
}
