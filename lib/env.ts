import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { databaseAddresses, findLoginFaults, findPoolerFaults } from "@/lib/database-urls";
import { BACKUP_SETTINGS, resolveBackupSettings } from "./core/settings/backup-settings";
import { BANK_QUERY_SETTINGS, resolveBankQueries } from "./core/settings/bank-queries";
import {
  CREDENTIAL_NAMES,
  type CredentialName,
  type Credentials,
  missingCredentials,
  PROVIDER_NAMES,
  providerList,
} from "./core/settings/bank-settings";
import { isEmulated } from "./core/settings/loopback";
import { findMessageFaults, MESSAGE_SETTINGS, resolveMessages } from "./core/settings/message-settings";
import { MONITORING_SETTINGS, resolveMonitoringSettings } from "./core/settings/monitoring-settings";
import { REQUEST_SETTINGS, resolveRequestSettings } from "./core/settings/request-settings";
import { resolveScaleSettings, SCALE_SETTINGS } from "./core/settings/scale-settings";
import {
  databaseAddress,
  encryptionKey,
  encryptionKeyList,
  proxyList,
  secret,
  timeZone,
  webAddress,
  wholeNumber,
} from "./core/settings/setting-schemas";
import { resolveWebhookSettings, WEBHOOK_SETTINGS } from "./core/settings/webhook-settings";
import { findSingleton, singleton } from "./process-singleton";

export {
  type CredentialName,
  type Credentials,
  PROVIDER_NAMES,
  type ProviderName,
  REQUIRED_CREDENTIALS,
  VERIFYING_SECRETS,
} from "./core/settings/bank-settings";

/** Prefix of the names of test-mode secrets that a live deployment stores in `secrets.json`. */
export const TEST_PREFIX = "TEST_";

const Raw = z.object({
  PORT: wholeNumber(1, 65_535).default(3000),
  HOST: z.string().default("127.0.0.1"),
  DATA_DIR: z.string().default(".data"),
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_SYSTEM_URL: databaseAddress.optional(),
  DATABASE_OWNER_URL: databaseAddress.optional(),
  DATABASE_PASSWORD: secret.optional(),
  DATABASE_SYSTEM_PASSWORD: secret.optional(),
  DATABASE_OWNER_PASSWORD: secret.optional(),
  SERVICE_NAME: z.string().max(60, "must be at most 60 characters").default("Takings"),
  BUSINESS_TIME_ZONE: timeZone.default("Africa/Lagos"),
  AUTH_SECRET: secret.optional(),
  AUTH_URL: webAddress.optional(),
  JOB_SECRET: secret.optional(),
  ENCRYPTION_KEY: encryptionKey.optional(),
  ENCRYPTION_OLD_KEYS: encryptionKeyList.optional(),
  BANK_MODE: z.enum(["sandbox", "live"], { error: "must be sandbox or live" }).default("sandbox"),
  BANK_PROVIDERS: providerList.optional(),
  PAYSTACK_BASE_URL: webAddress.default("https://api.paystack.co"),
  MONNIFY_BASE_URL: webAddress.default("https://api.monnify.com"),
  NOMBA_BASE_URL: webAddress.default("https://api.nomba.com"),
  LENCO_BASE_URL: webAddress.default("https://api.lenco.co/access/v1"),
  FLUTTERWAVE_BASE_URL: webAddress.default("https://f4bexperience.flutterwave.com"),
  CUSTOM_BANK_ADAPTER: z.string().optional(),
  ...BANK_QUERY_SETTINGS,
  ...WEBHOOK_SETTINGS,
  TRUST_PROXY: proxyList.optional(),
  ...REQUEST_SETTINGS,
  ...SCALE_SETTINGS,
  ...MONITORING_SETTINGS,
  ...BACKUP_SETTINGS,
  ...MESSAGE_SETTINGS,
  ...(Object.fromEntries(CREDENTIAL_NAMES.map((name) => [name, z.string().optional()])) as Record<
    CredentialName,
    z.ZodOptional<z.ZodString>
  >),
});

/** The names of all settings, as listed in `.env.example`. */
export const SETTING_NAMES: readonly string[] = Object.keys(Raw.shape);

/** All settings, resolved and typed. */
export type Settings = ReturnType<typeof resolve>;

/** Thrown when settings are missing or malformed; `faults` has one line per fault. */
export class SettingsError extends Error {
  readonly code = "settings";
  constructor(readonly faults: string[]) {
    super(
      `The settings have ${faults.length === 1 ? "a fault" : `${faults.length} faults`}:\n${faults.map((fault) => `  - ${fault}`).join("\n")}`,
    );
  }
}

type Source = Record<string, string | undefined>;

/**
 * Reads a flat JSON file of `DATA_DIR`, of strings and numbers; returns `{}` if it is missing. Throws `SettingsError` if it is
 * invalid.
 */
export function readFlatJson(file: string): Record<string, string | number> {
  if (!existsSync(file)) return {};
  try {
    const Values = z.record(z.string(), z.union([z.string(), z.number()]));
    return Values.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    throw new SettingsError([
      `${file}: is not a flat JSON object of strings. Repair it, or put a copy of it there. Only cluster.json may be removed`,
    ]);
  }
}

const readTexts = (file: string): Source =>
  Object.fromEntries(Object.entries(readFlatJson(file)).map(([name, value]) => [name, String(value)]));

/** Removes blank values: an empty line in an `.env` file sets nothing. */
function withoutBlankValues(source: Source): Source {
  return Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== ""),
  );
}

/** Returns the faults that depend on more than one setting. */
function findCrossFaults(raw: z.output<typeof Raw>, environment: Source): string[] {
  const faults: string[] = [];
  if (raw.BANK_MODE === "live") {
    if (!raw.BANK_PROVIDERS) faults.push("BANK_PROVIDERS: must be set when BANK_MODE is live");
    for (const provider of raw.BANK_PROVIDERS ?? []) {
      for (const name of missingCredentials(provider, raw))
        faults.push(`${name}: must be set because BANK_PROVIDERS names ${provider}`);
    }
    if (!raw.AUTH_URL?.startsWith("https:") && !isEmulated(raw))
      faults.push("AUTH_URL: must be the dashboard's https:// address when BANK_MODE is live");
    if (!raw.TRUST_PROXY)
      faults.push(
        "TRUST_PROXY: must be set when BANK_MODE is live: the ranges of your reverse proxies, or none where clients connect directly",
      );
    for (const name of ["AUTH_SECRET", "JOB_SECRET", "ENCRYPTION_KEY"] as const) {
      if (raw.DATABASE_URL && !environment[name]) {
        faults.push(`${name}: must be set in the environment when BANK_MODE is live and DATABASE_URL is set`);
      }
    }
    if (raw.DATABASE_URL) {
      const { DATABASE_SYSTEM_URL: systemUrl, DATABASE_OWNER_URL: ownerUrl = raw.DATABASE_URL } = raw;
      faults.push(
        ...findLoginFaults(raw.DATABASE_URL, systemUrl, areOwnerCredentialsDropped() ? undefined : ownerUrl),
      );
    }
  }
  faults.push(...findPoolerFaults(raw), ...findMessageFaults(raw));
  if (raw.BANK_PROVIDERS?.includes("custom") && !raw.CUSTOM_BANK_ADAPTER)
    faults.push("CUSTOM_BANK_ADAPTER: must be set because BANK_PROVIDERS names custom");
  return faults;
}

function resolve(raw: z.output<typeof Raw>, secrets: Source, given: Source) {
  const sandbox = raw.BANK_MODE === "sandbox";
  const dataDir = path.resolve(/* turbopackIgnore: true */ raw.DATA_DIR);
  const database = databaseAddresses({
    url: raw.DATABASE_URL,
    systemUrl: raw.DATABASE_SYSTEM_URL,
    ownerUrl: raw.DATABASE_OWNER_URL,
    directUrl: raw.DATABASE_DIRECT_URL,
    port: readTexts(path.join(dataDir, "cluster.json")).port,
    passwords: {
      application: raw.DATABASE_PASSWORD,
      system: raw.DATABASE_SYSTEM_PASSWORD,
      owner: raw.DATABASE_OWNER_PASSWORD,
    },
  });
  const named: Credentials = Object.fromEntries(CREDENTIAL_NAMES.map((name) => [name, raw[name]]));
  const generated: Credentials = Object.fromEntries(
    CREDENTIAL_NAMES.map((name) => [name, secrets[`${TEST_PREFIX}${name}`]]),
  );
  return {
    port: raw.PORT,
    host: raw.HOST,
    dataDir,
    /** The application's connection; undefined only while an embedded database has not been started yet. */
    databaseUrl: database.url,
    /** The connection for statements across organisations; undefined if `databaseUrl` serves for them too. */
    databaseSystemUrl: database.systemUrl,
    isSystemLoginOurs: database.isSystemLoginOurs,
    databaseDirect: database.direct,
    /** Undefined after `dropOwnerCredentials`, in a service that has run its migrations. */
    databaseOwnerUrl: areOwnerCredentialsDropped() ? undefined : database.ownerUrl,
    databaseIsEmbedded: raw.DATABASE_URL === undefined,
    databasePassword: raw.DATABASE_PASSWORD,
    databaseSystemPassword: raw.DATABASE_SYSTEM_PASSWORD,
    databaseOwnerPassword: areOwnerCredentialsDropped() ? undefined : raw.DATABASE_OWNER_PASSWORD,
    serviceName: raw.SERVICE_NAME,
    businessTimeZone: raw.BUSINESS_TIME_ZONE,
    authUrl: raw.AUTH_URL ?? `http://localhost:${raw.PORT}`,
    /** Undefined only before the first start. */
    authSecret: raw.AUTH_SECRET,
    jobSecret: raw.JOB_SECRET,
    /** Encrypts secrets at rest; undefined only before the first start. */
    encryptionKey: raw.ENCRYPTION_KEY,
    /** Earlier keys, used only for decryption. */
    encryptionOldKeys: raw.ENCRYPTION_OLD_KEYS ?? [],
    /** Whether the encryption keys come from the environment; the service cannot rotate such keys itself. */
    areEncryptionKeysGiven: Boolean(given.ENCRYPTION_KEY ?? given.ENCRYPTION_OLD_KEYS),
    bankMode: raw.BANK_MODE,
    providers: raw.BANK_PROVIDERS ?? PROVIDER_NAMES.filter((name) => name !== "custom"),
    /** Credentials by mode. A sandbox has test mode only; in a live deployment, test mode uses generated secrets. */
    credentials: sandbox ? { test: named, live: undefined } : { test: generated, live: named },
    bankBaseUrls: {
      paystack: raw.PAYSTACK_BASE_URL,
      monnify: raw.MONNIFY_BASE_URL,
      nomba: raw.NOMBA_BASE_URL,
      lenco: raw.LENCO_BASE_URL,
      flutterwave: raw.FLUTTERWAVE_BASE_URL,
    },
    customBankAdapter: raw.CUSTOM_BANK_ADAPTER,
    ...resolveBankQueries(raw),
    ...resolveWebhookSettings(raw, sandbox),
    /** Ranges of the proxies whose forwarded client addresses are trusted. */
    trustProxy: raw.TRUST_PROXY ?? [],
    ...resolveRequestSettings(raw),
    ...resolveScaleSettings(raw),
    ...resolveMonitoringSettings(raw),
    ...resolveBackupSettings(raw),
    ...resolveMessages(raw),
  };
}

/**
 * Reads all settings: from the environment, else from `DATA_DIR/secrets.json`, else the default.
 * Throws a `SettingsError` that lists every fault.
 */
export function loadSettings(environment: Source = process.env): Settings {
  const given = withoutBlankValues(environment);
  const secrets = readTexts(
    path.join(path.resolve(/* turbopackIgnore: true */ given.DATA_DIR ?? ".data"), "secrets.json"),
  );
  const parsed = Raw.safeParse({ ...secrets, ...given });
  if (!parsed.success) {
    throw new SettingsError(
      parsed.error.issues.map((issue) => `${issue.path[0]?.toString() ?? "settings"}: ${issue.message}`),
    );
  }
  const faults = findCrossFaults(parsed.data, given);
  if (faults.length > 0) throw new SettingsError(faults);
  return resolve(parsed.data, secrets, given);
}

/**
 * Returns the settings of this process, read once, without the database owner's credentials. The first call throws
 * `SettingsError` if a setting is invalid.
 */
export function env(): Settings {
  return singleton("settings", () => ({
    ...loadSettings(),
    databaseOwnerUrl: undefined,
    databaseOwnerPassword: undefined,
  }));
}

/** Returns whether a setting comes from the environment of this process. */
export const isInEnvironment = (name: string): boolean => name in withoutBlankValues(process.env);

/** Returns the API key with which a command calls the API, from `TAKINGS_API_KEY`; undefined or blank if there is none. */
export const clientApiKey = () => process.env.TAKINGS_API_KEY;

/** Returns the mode used if none is given: live in a live deployment, else test. */
export const defaultMode = (): "test" | "live" => (env().bankMode === "live" ? "live" : "test");

const areOwnerCredentialsDropped = () => findSingleton<boolean>("owner credentials dropped") === true;

/** Removes the database owner's credentials from this process; a service needs them only for migrations. */
export function dropOwnerCredentials(): void {
  const { databaseIsEmbedded, databaseSystemUrl } = loadSettings();
  if (!databaseIsEmbedded && databaseSystemUrl) setSystemUrl(databaseSystemUrl);
  delete process.env.DATABASE_OWNER_URL;
  delete process.env.DATABASE_OWNER_PASSWORD;
  singleton("owner credentials dropped", () => true);
}

/**
 * Returns a copy of the environment for worker processes. Taken before `dropOwnerCredentials`: a worker too compares the
 * migrations as the owner.
 */
export const copyEnvironment = (): NodeJS.ProcessEnv => ({ ...process.env });

/** Sets `DATABASE_SYSTEM_URL` for this process and its child processes. */
export function setSystemUrl(url: string): void {
  process.env.DATABASE_SYSTEM_URL = url;
}

/** Makes next-auth, which reads only the environment, trust the request's host. */
export function trustHost(): void {
  process.env.AUTH_TRUST_HOST = "1";
}
