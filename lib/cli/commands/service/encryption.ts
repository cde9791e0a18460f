import { reencryptSecrets } from "@/lib/encryption";
import { loadSettings } from "@/lib/env";
import { rotateEncryptionKey } from "@/lib/launch/secrets/generate";
import { encryptionKeyId, readableKeyIds } from "@/lib/security/encryption";
import type { CommandLine, Outcome } from "../../command";
import { formatOutput } from "../../output";

/** Adds the command that changes the key that encrypts the secrets in the database. */
export function addEncryptionCommand({ program, report }: CommandLine): void {
  program
    .command("encryption")
    .description("The encryption of secrets in the database.")
    .command("rotate")
    .description("Encrypts the secrets in the database with a new key. The old one still decrypts.")
    .action(report(rotate));
}

async function rotate(): Promise<Outcome> {
  const settings = loadSettings();
  if (!settings.areEncryptionKeysGiven) await rotateEncryptionKey(settings);
  const reencrypted = await reencryptSecrets();
  const keyId = encryptionKeyId();
  const oldKeyIds = readableKeyIds().filter((id) => id !== keyId);
  const text = [
    formatOutput({
      "Secrets encrypted anew": reencrypted,
      Key: keyId,
      "Old keys": oldKeyIds.join(", ") || "none",
    }),
    settings.areEncryptionKeysGiven
      ? "The key is ENCRYPTION_KEY of the environment."
      : `A new ENCRYPTION_KEY is in ${settings.dataDir}/secrets.json.`,
    "ENCRYPTION_OLD_KEYS is needed for backups made before now. Remove it when none of them is kept.",
  ].join("\n");
  return { data: { keyId, oldKeyIds, reencrypted }, text };
}
