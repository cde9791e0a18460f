import { z } from "zod";
import { describeError } from "@/lib/core/errors/describe-error";
import type { Id } from "@/lib/core/ids";
import { CREDENTIAL_NAMES } from "@/lib/core/settings/bank-settings";
import type { RowOf } from "@/lib/db/rows";
import type { bankConnections } from "@/lib/db/schema";
import { type Credentials, type ProviderName, VERIFYING_SECRETS } from "@/lib/env";
import { log } from "@/lib/log";
import { decrypt, encrypt } from "@/lib/security/encryption";

/** The owner of credentials, stored beside them: they are not valid in another organisation's row. */
export interface CredentialsOwner extends RowOf<typeof bankConnections, "id"> {
  organisationId: Id<"organisation">;
  provider: ProviderName;
}

/** The credentials of an organisation's connection, and replaced verifying secrets that are still accepted. */
export interface StoredCredentials {
  credentials: Credentials;
  /** Replaced verifying secrets with the times from which they are no longer accepted. */
  outgoing: { secret: string; retiresAt: Date }[];
}

const Plaintext = z.object({
  organisationId: z.string(),
  provider: z.string(),
  credentials: z.partialRecord(z.enum(CREDENTIAL_NAMES), z.string()),
  outgoing: z.array(z.object({ secret: z.string(), retiresAt: z.coerce.date() })),
});

const contextOf = (id: string) => `bank_connections.credentials:${id}`;

/** Encrypts a connection's credentials for the column `bank_connections.credentials`. */
export function encryptCredentials(
  { id, organisationId, provider }: CredentialsOwner,
  { credentials, outgoing }: StoredCredentials,
): string {
  return encrypt(JSON.stringify({ organisationId, provider, credentials, outgoing }), contextOf(id));
}

/**
 * Decrypts a connection's stored credentials. Returns `undefined`, and logs the cause, if they cannot be decrypted or
 * belong to another organisation or bank: one unreadable connection must not affect another.
 */
export function decryptCredentials(
  { id, organisationId, provider }: CredentialsOwner,
  stored: string,
): StoredCredentials | undefined {
  try {
    const plaintext = Plaintext.parse(JSON.parse(decrypt(stored, contextOf(id))));
    if (plaintext.organisationId === organisationId && plaintext.provider === provider) return plaintext;
    log.error({ connection: id }, "the credentials of a bank connection belong to another");
  } catch (thrown) {
    const reason = thrown instanceof z.ZodError ? "unknown format" : describeError(thrown);
    log.error({ connection: id, reason }, "the credentials of a bank connection are unreadable");
  }
  return undefined;
}

/** Lists the secrets that verify a connection's notifications at a time: the current one, and replaced ones until they retire. */
export function verifyingSecretsOf(
  provider: ProviderName,
  { credentials, outgoing }: StoredCredentials,
  at = new Date(),
): string[] {
  const current = credentials[VERIFYING_SECRETS[provider]];
  const replaced = outgoing.filter(({ retiresAt }) => retiresAt > at).map(({ secret }) => secret);
  return [...(current ? [current] : []), ...replaced];
}
