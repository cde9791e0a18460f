import { replaceSharedSecrets, shareSecrets } from "@/lib/encryption";
import { isInEnvironment, type Settings, SettingsError } from "@/lib/env";
import { log } from "@/lib/log";
import { clearSingleton } from "@/lib/process-singleton";
import { encryptionKeyId } from "@/lib/security/encryption";
import { readSharedSecrets, storeSecrets } from "./generate";

/**
 * Makes all processes on one database use the same generated secrets, whatever their `DATA_DIR`. The database has them,
 * encrypted; the first start stores those of its `DATA_DIR/secrets.json` there, and each start copies the database's to its
 * file, from which the settings are read. With the embedded database the file, which all its processes share, takes
 * precedence. `generated` are the names of those that this start has generated. Throws `SettingsError` if the database's are
 * encrypted with another key.
 */
export async function agreeOnSecrets(settings: Settings, generated: readonly string[]): Promise<void> {
  const secrets = readSharedSecrets(settings);
  if (settings.databaseIsEmbedded && !settings.areEncryptionKeysGiven) {
    await replaceSharedSecrets(secrets);
    return;
  }
  const result = await shareSecrets(secrets);
  if ("unreadableKeyId" in result) throw keyMismatch(settings, result.unreadableKeyId);
  const replaced = (await storeSecrets(settings, result.shared)).filter((name) => !generated.includes(name));
  if (replaced.length > 0)
    log.warn({ names: replaced }, "secrets.json had other secrets than the database, whose are used");
  // The settings are read again.
  clearSingleton("settings");
}

function keyMismatch({ dataDir }: Settings, keyId: string): SettingsError {
  const home = isInEnvironment("ENCRYPTION_KEY") ? "the environment" : `${dataDir}/secrets.json`;
  return new SettingsError([
    `ENCRYPTION_KEY: must be the key ${keyId}, which encrypted the secrets in the database; that of ${home} is ` +
      `${encryptionKeyId()}. Set it to the same value for every process on this database`,
  ]);
}
