import { reencryptSecrets } from "@/lib/encryption";
import { loadSettings } from "@/lib/env";
import { rotateEncryptionKey } from "@/lib/launch/secrets";
import { encryptionKeyId, readableKeyIds } from "@/lib/security/encryption";
import { command } from "../../command";
import { formatOutput } from "../../output";

/** Commands that change the key that encrypts the secrets in the database. */
export const encryptionCommands = [
  command({
    name: "encryption rotate",
    summary: "Encrypts the secrets in the database with a new key; the old one goes on decrypting.",
    options: {},
    run: async () => {
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
    },
  }),
];
