import { REQUIRED_CREDENTIALS, type Settings, VERIFYING_SECRETS } from "@/lib/env";

/** Which settings of names without a default are there; names only, never values. */
export interface SettingsReport {
  set: string[];
  missing: string[];
}

/** Tells set from missing: what every deployment needs, and what the configured banks do. */
export function inspectSettings(settings: Settings): SettingsReport {
  const { bankMode, credentials, providers } = settings;
  const mode = bankMode === "live" ? "live" : "test";
  const needed = providers.flatMap((name) =>
    mode === "live" ? REQUIRED_CREDENTIALS[name] : [VERIFYING_SECRETS[name]],
  );
  const held: [string, unknown][] = [
    ["JOB_SECRET", settings.jobSecret],
    ["ENCRYPTION_KEY", settings.encryptionKey],
    settings.databaseIsEmbedded
      ? ["DATABASE_PASSWORD", settings.databasePassword]
      : ["DATABASE_URL", settings.databaseUrl],
    ...(providers.includes("custom")
      ? [["CUSTOM_BANK_ADAPTER", settings.customBankAdapter] as [string, unknown]]
      : []),
    ...needed.map((name): [string, unknown] => [name, credentials[mode]?.[name]]),
  ];
  const names = (wanted: boolean) =>
    held.filter(([, value]) => Boolean(value) === wanted).map(([name]) => name);
  return { set: names(true), missing: names(false) };
}
