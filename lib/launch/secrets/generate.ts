import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import path from "node:path";
import type { NamedSecrets } from "@/lib/encryption";
import {
  isInEnvironment,
  PROVIDER_NAMES,
  readFlatJson,
  type Settings,
  TEST_PREFIX,
  VERIFYING_SECRETS,
} from "@/lib/env";
import { withLock, writeAtomically } from "../lock.mjs";

/** 256 bits; base64url needs no escaping in a URL. */
const SECRET_BYTES = 32;

/**
 * Generates the secrets that this deployment needs and that are not set, and stores them in `DATA_DIR/secrets.json`
 * (mode 0600); existing ones stay. The environment takes precedence over the file (`lib/env.ts`). Returns their names. Throws
 * `SettingsError`, as every function here, if the file is damaged.
 */
export async function generateSecrets(settings: Settings): Promise<string[]> {
  const file = path.join(settings.dataDir, "secrets.json");
  if (findMissingSecrets(settings, readFlatJson(file)).length === 0) return [];
  return withLock(path.join(settings.dataDir, "locks", "secrets"), async () => {
    const existing = readFlatJson(file);
    const names = findMissingSecrets(settings, existing);
    const generated = names.map((name) => [name, randomBytes(SECRET_BYTES).toString("base64url")]);
    mkdirSync(settings.dataDir, { recursive: true });
    const secrets = { ...existing, ...Object.fromEntries(generated) };
    writeAtomically(file, `${JSON.stringify(secrets, null, 2)}\n`, 0o600);
    return names;
  });
}

/**
 * Stores a new `ENCRYPTION_KEY` in `DATA_DIR/secrets.json` and moves the previous key to `ENCRYPTION_OLD_KEYS`, which
 * are still used for decryption. Neither may be set in the environment.
 */
export async function rotateEncryptionKey({ dataDir }: Settings): Promise<void> {
  const file = path.join(dataDir, "secrets.json");
  await withLock(path.join(dataDir, "locks", "secrets"), async () => {
    const { ENCRYPTION_KEY: before, ENCRYPTION_OLD_KEYS: older, ...rest } = readFlatJson(file);
    const renewed = {
      ...rest,
      ENCRYPTION_KEY: randomBytes(SECRET_BYTES).toString("base64url"),
      ENCRYPTION_OLD_KEYS: [before, older].filter(Boolean).join(","),
    };
    writeAtomically(file, `${JSON.stringify(renewed, null, 2)}\n`, 0o600);
  });
}

/**
 * Stores secrets in `DATA_DIR/secrets.json`, where its values differ. Returns the names of the values that were replaced by
 * others.
 */
export async function storeSecrets({ dataDir }: Settings, secrets: NamedSecrets): Promise<string[]> {
  const file = path.join(dataDir, "secrets.json");
  const isStored = (existing: Record<string, unknown>, name: string) => existing[name] === secrets[name];
  const names = Object.keys(secrets);
  const before = readFlatJson(file);
  if (names.every((name) => isStored(before, name))) return [];
  return withLock(path.join(dataDir, "locks", "secrets"), async () => {
    const existing = readFlatJson(file);
    mkdirSync(dataDir, { recursive: true });
    writeAtomically(file, `${JSON.stringify({ ...existing, ...secrets }, null, 2)}\n`, 0o600);
    return names.filter((name) => existing[name] && !isStored(existing, name));
  });
}

/** The secrets in `DATA_DIR/secrets.json` that all processes of a deployment share and that the environment does not set. */
export function readSharedSecrets(settings: Settings): NamedSecrets {
  const stored = readFlatJson(path.join(settings.dataDir, "secrets.json"));
  const names = listNeededSecrets(settings).filter(
    (name) => !OWN_SECRETS.has(name) && stored[name] && !isInEnvironment(name),
  );
  return Object.fromEntries(names.map((name) => [name, String(stored[name])]));
}

/** The secrets that are needed to read the shared ones. */
const OWN_SECRETS: ReadonlySet<string> = new Set([
  "ENCRYPTION_KEY",
  "DATABASE_PASSWORD",
  "DATABASE_SYSTEM_PASSWORD",
  "DATABASE_OWNER_PASSWORD",
]);

function findMissingSecrets(settings: Settings, existing: Record<string, unknown>): string[] {
  const fromSettings: Record<string, unknown> = {
    JOB_SECRET: settings.jobSecret,
    METRICS_TOKEN: settings.metricsToken,
    ENCRYPTION_KEY: settings.encryptionKey,
    VAPID_PRIVATE_KEY: settings.vapidPrivateKey,
    DATABASE_PASSWORD: settings.databasePassword,
    DATABASE_SYSTEM_PASSWORD: settings.databaseSystemPassword,
    DATABASE_OWNER_PASSWORD: settings.databaseOwnerPassword,
    ...(settings.bankMode === "sandbox" ? settings.credentials.test : {}),
  };
  return listNeededSecrets(settings).filter((name) => !existing[name] && !fromSettings[name]);
}

function listNeededSecrets(settings: Settings): string[] {
  const isLive = settings.bankMode === "live";
  const prefix = isLive ? TEST_PREFIX : "";
  return [
    // Machines that share an external database must share these; otherwise a request to another machine signs a
    // member out.
    ...(isLive && !settings.databaseIsEmbedded
      ? []
      : ["AUTH_SECRET", "JOB_SECRET", "METRICS_TOKEN", "ENCRYPTION_KEY"]),
    ...(settings.databaseIsEmbedded
      ? ["DATABASE_PASSWORD", "DATABASE_SYSTEM_PASSWORD", "DATABASE_OWNER_PASSWORD"]
      : []),
    // A private key of P-256 is a number of 256 bits; one in 2^32 of them is outside of its range.
    "VAPID_PRIVATE_KEY",
    ...PROVIDER_NAMES.map((provider) => prefix + VERIFYING_SECRETS[provider]),
  ];
}
