import { REQUIRED_CREDENTIALS, type Settings, VERIFYING_SECRETS } from "@/lib/env";

/** Which settings without a default are set; names only, never values. */
export interface SettingsReport {
  set: string[];
  missing: string[];
  /** The serving processes of this machine. */
  processes: number;
}

/**
 * Reports which required settings are set or missing: those of every deployment and those of the configured banks.
 */
export function inspectSettings(settings: Settings): SettingsReport {
  const { bankMode, credentials, providers } = settings;
  const mode = bankMode === "live" ? "live" : "test";
  const needed = providers.flatMap((name) =>
    mode === "live" ? REQUIRED_CREDENTIALS[name] : [VERIFYING_SECRETS[name]],
  );
  const required: [string, unknown][] = [
    ["JOB_SECRET", settings.jobSecret],
    ["ENCRYPTION_KEY", settings.encryptionKey],
    settings.databaseIsEmbedded
      ? ["DATABASE_PASSWORD", settings.databasePassword]
      : ["DATABASE_URL", settings.databaseUrl],
    ...(providers.includes("custom")
      ? [["CUSTOM_BANK_ADAPTER", settings.customBankAdapter] as [string, unknown]]
      : []),
    ...needed.map((needs): [string, unknown] => {
      const names = [needs].flat();
      return [names.join(" or "), names.map((name) => credentials[mode]?.[name]).find(Boolean)];
    }),
  ];
  const names = (wanted: boolean) =>
    required.filter(([, value]) => Boolean(value) === wanted).map(([name]) => name);
  return { set: names(true), missing: names(false), processes: settings.webConcurrency };
}
