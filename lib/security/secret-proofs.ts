import { z } from "zod";
import { loadSettings } from "@/lib/env";
import { computeMac } from "./hmac";

/** A request to prove which secrets a process has. A new nonce each time, so that a proof cannot be reused. */
export const SecretChallenge = z.object({ nonce: z.string().regex(/^[0-9a-f]{64}$/) });

/** Proofs of the secrets that all processes of a deployment must share; equal only for equal secrets and nonces. */
export const SecretProofs = z.object({
  encryption_key: z.string(),
  auth_secret: z.string(),
  /** The proof of the live credentials of the deployment's banks. */
  bank_credentials: z.string(),
});
export type SecretProofs = z.output<typeof SecretProofs>;

const prove = (key: string | undefined, name: string, nonce: string, text = "") =>
  computeMac(
    { algorithm: "sha256", encoding: "hex" },
    key ?? "",
    `takings secret proof\n${name}\n${nonce}\n${text}`,
  );

/**
 * Proves the secrets of this process without disclosing them. The bank's credentials can be short numbers, so their proof is
 * keyed with the encryption key: it differs also if only that differs.
 */
export function proveSecrets(nonce: string): SecretProofs {
  const { encryptionKey, authSecret, credentials } = loadSettings();
  const banks = Object.entries(credentials.live ?? {})
    .filter(([, value]) => value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    encryption_key: prove(encryptionKey, "encryption_key", nonce),
    auth_secret: prove(authSecret, "auth_secret", nonce),
    bank_credentials: prove(encryptionKey, "bank_credentials", nonce, JSON.stringify(banks)),
  };
}
