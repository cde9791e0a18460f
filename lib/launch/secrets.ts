import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { PROVIDER_NAMES, type Settings, TEST_PREFIX, VERIFYING_SECRETS } from "@/lib/env";
import { withLock, writeAtomically } from "./lock.mjs";

/** 256 bits, in letters that need no quoting in an address. */
const SECRET_BYTES = 32;

/**
 * Leaves in `DATA_DIR/secrets.json` (mode 0600) every secret that this deployment needs and nobody gave; what is
 * there already stays. The environment's value of a name goes before the file's (`lib/env.ts`).
 */
export async function generateSecrets(settings: Settings): Promise<void> {
  const file = path.join(settings.dataDir, "secrets.json");
  if (missingSecrets(settings, readSecrets(file)).length === 0) return;
  await withLock(path.join(settings.dataDir, "locks", "secrets"), async () => {
    const held = readSecrets(file);
    const made = missingSecrets(settings, held).map((name) => [
      name,
      randomBytes(SECRET_BYTES).toString("base64url"),
    ]);
    mkdirSync(settings.dataDir, { recursive: true });
    writeAtomically(file, `${JSON.stringify({ ...held, ...Object.fromEntries(made) }, null, 2)}\n`, 0o600);
  });
}

function readSecrets(file: string): Record<string, string | number> {
  if (!existsSync(file)) return {};
  return z
    .record(z.string(), z.union([z.string(), z.number()]))
    .parse(JSON.parse(readFileSync(file, "utf8")));
}

function missingSecrets(settings: Settings, held: Record<string, unknown>): string[] {
  const given: Record<string, unknown> = {
    JOB_SECRET: settings.jobSecret,
    ENCRYPTION_KEY: settings.encryptionKey,
    DATABASE_PASSWORD: settings.databasePassword,
    DATABASE_OWNER_PASSWORD: settings.databaseOwnerPassword,
    ...(settings.bankMode === "sandbox" ? settings.credentials.test : {}),
  };
  return neededSecrets(settings).filter((name) => !held[name] && !given[name]);
}

function neededSecrets(settings: Settings): string[] {
  const isLive = settings.bankMode === "live";
  const prefix = isLive ? TEST_PREFIX : "";
  return [
    // Several machines share an outside database; each making its own would sign members out at every turn.
    ...(isLive && !settings.databaseIsEmbedded
      ? []
      : ["AUTH_SECRET", "JOB_SECRET", "METRICS_TOKEN", "ENCRYPTION_KEY"]),
    ...(settings.databaseIsEmbedded ? ["DATABASE_PASSWORD", "DATABASE_OWNER_PASSWORD"] : []),
    ...PROVIDER_NAMES.map((provider) => prefix + VERIFYING_SECRETS[provider]),
  ];
}
