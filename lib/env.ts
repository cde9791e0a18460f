import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import ipaddr from "ipaddr.js";
import { z } from "zod";
import {
  CREDENTIAL_NAMES,
  type CredentialName,
  type Credentials,
  PROVIDER_NAMES,
  type ProviderName,
  REQUIRED_CREDENTIALS,
} from "./core/bank-credentials";
import { once } from "./process";

export {
  type CredentialName,
  type Credentials,
  PROVIDER_NAMES,
  type ProviderName,
  REQUIRED_CREDENTIALS,
  VERIFYING_SECRETS,
} from "./core/bank-credentials";

/** In the file of secrets, a test-mode secret of a live deployment stands under its own name with this prefix. */
export const TEST_PREFIX = "TEST_";

const wholeNumber = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, `must be a whole number from ${from} to ${to}`)
    .transform(Number)
    .pipe(z.number().min(from, `must be at least ${from}`).max(to, `must be at most ${to}`));
const flag = z
  .enum(["true", "false"], { error: "must be true or false" })
  .transform((text) => text === "true");
const webAddress = z.url({ protocol: /^https?$/, error: "must be an http:// or https:// address" });
const databaseAddress = z.url({ protocol: /^postgres(ql)?$/, error: "must be a postgres:// address" });
const secret = z.string().min(16, "must be at least 16 characters");
/** 32 bytes in base64, of either alphabet, padded or not. */
const encryptionKey = z.string().regex(/^[A-Za-z0-9+/_-]{43}=?$/, "must be 32 bytes in base64");
const commaList = (text: string) =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);

const isCidr = (text: string) => {
  try {
    ipaddr.parseCIDR(text);
    return true;
  } catch {
    return false;
  }
};
const cidrList = z
  .string()
  .transform(commaList)
  .pipe(z.array(z.string().refine(isCidr, "must be a comma-separated list of ranges such as 10.0.0.0/8")));
/** Ranges of proxies, or the word `none` where there are none. */
const proxyList = z.union([z.literal("none").transform((): string[] => []), cidrList], {
  error: "must be none, or a comma-separated list of ranges such as 10.0.0.0/8",
});
const isTimeZone = (text: string) => {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: text }));
  } catch {
    return false;
  }
};

/** The waits after the first try of an event: three days in all, most of them short (Standard Webhooks, "Retries"). */
export const DEFAULT_RETRY_SCHEDULE_MS = [
  5_000, 30_000, 120_000, 600_000, 1_800_000, 7_200_000, 21_600_000, 43_200_000, 86_400_000, 86_400_000,
];

const Raw = z.object({
  PORT: wholeNumber(1, 65_535).default(3000),
  HOST: z.string().default("127.0.0.1"),
  DATA_DIR: z.string().default(".data"),
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_OWNER_URL: databaseAddress.optional(),
  DATABASE_PASSWORD: secret.optional(),
  DATABASE_OWNER_PASSWORD: secret.optional(),
  SERVICE_NAME: z.string().max(60, "must be at most 60 characters").default("Takings"),
  BUSINESS_TIME_ZONE: z
    .string()
    .refine(isTimeZone, "must be an IANA time zone such as Africa/Lagos")
    .default("Africa/Lagos"),
  AUTH_SECRET: secret.optional(),
  AUTH_URL: webAddress.optional(),
  JOB_SECRET: secret.optional(),
  ENCRYPTION_KEY: encryptionKey.optional(),
  BANK_MODE: z.enum(["sandbox", "live"], { error: "must be sandbox or live" }).default("sandbox"),
  BANK_PROVIDERS: z
    .string()
    .transform(commaList)
    .pipe(
      z
        .array(
          z.enum(PROVIDER_NAMES, { error: `must be a comma-separated list of ${PROVIDER_NAMES.join(", ")}` }),
        )
        .min(1, "must name at least one adapter"),
    )
    .optional(),
  PAYSTACK_BASE_URL: webAddress.default("https://api.paystack.co"),
  MONNIFY_BASE_URL: webAddress.default("https://api.monnify.com"),
  NOMBA_BASE_URL: webAddress.default("https://api.nomba.com"),
  CUSTOM_BANK_ADAPTER: z.string().optional(),
  WEBHOOK_RETRY_SCHEDULE_MS: z
    .string()
    .transform(commaList)
    .pipe(
      z
        .array(wholeNumber(1, 30 * 86_400_000))
        .min(1, "must hold at least one delay")
        .max(50, "must hold at most 50 delays"),
    )
    .default(DEFAULT_RETRY_SCHEDULE_MS),
  WEBHOOK_TIMEOUT_MS: wholeNumber(100, 120_000).default(15_000),
  WEBHOOK_ALLOW_CIDRS: cidrList.optional(),
  WEBHOOK_ALLOW_HTTP: flag.optional(),
  TRUST_PROXY: proxyList.optional(),
  BODY_LIMIT_BYTES: wholeNumber(1024, 64 * 1024 * 1024).default(1_048_576),
  BANK_BODY_LIMIT_BYTES: wholeNumber(1024, 64 * 1024 * 1024).default(16_777_216),
  ...(Object.fromEntries(CREDENTIAL_NAMES.map((name) => [name, z.string().optional()])) as Record<
    CredentialName,
    z.ZodOptional<z.ZodString>
  >),
});

/** The name of every setting, as `.env.example` lists them. */
export const SETTING_NAMES: readonly string[] = Object.keys(Raw.shape);

/** Every setting, resolved and typed. */
export type Settings = ReturnType<typeof resolve>;

/** Thrown when settings are missing or malformed; carries every fault, one line each. */
export class SettingsError extends Error {
  readonly code = "settings";
  constructor(readonly faults: string[]) {
    super(
      `The settings have ${faults.length === 1 ? "a fault" : `${faults.length} faults`}:\n${faults.map((fault) => `  - ${fault}`).join("\n")}`,
    );
  }
}

type Source = Record<string, string | undefined>;

/** Reads a flat JSON file of strings or numbers; an absent file is an empty one. Throws `SettingsError` on a broken one. */
function readFlatJson(file: string): Source {
  if (!existsSync(file)) return {};
  try {
    const values = z
      .record(z.string(), z.union([z.string(), z.number()]))
      .parse(JSON.parse(readFileSync(file, "utf8")));
    return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
  } catch {
    throw new SettingsError([
      `${file}: is not a flat JSON object of strings. Mend it, or remove it to have it made again.`,
    ]);
  }
}

/** Where an embedded database listens, as its launcher wrote it down, or nothing where none was started yet. */
function embeddedUrls(dataDir: string, raw: z.output<typeof Raw>) {
  const { port } = readFlatJson(path.join(dataDir, "cluster.json"));
  if (!port || !raw.DATABASE_PASSWORD || !raw.DATABASE_OWNER_PASSWORD) return {};
  const url = (user: string, password: string) => `postgres://${user}:${password}@127.0.0.1:${port}/takings`;
  return {
    url: url("takings", raw.DATABASE_PASSWORD),
    ownerUrl: url("takings_owner", raw.DATABASE_OWNER_PASSWORD),
  };
}

/** Blank values count as absent: an empty line in an `.env` file sets nothing. */
function filled(source: Source): Source {
  return Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== ""),
  );
}

/** Faults that only the settings together can have. */
function crossFaults(raw: z.output<typeof Raw>, environment: Source): string[] {
  const faults: string[] = [];
  if (raw.BANK_MODE === "live") {
    if (!raw.BANK_PROVIDERS) faults.push("BANK_PROVIDERS: must be set when BANK_MODE is live");
    for (const provider of raw.BANK_PROVIDERS ?? []) {
      for (const name of REQUIRED_CREDENTIALS[provider]) {
        if (!raw[name]) faults.push(`${name}: must be set because BANK_PROVIDERS names ${provider}`);
      }
    }
    if (!raw.AUTH_URL?.startsWith("https:")) {
      faults.push("AUTH_URL: must be the dashboard's https:// address when BANK_MODE is live");
    }
    if (!raw.TRUST_PROXY) {
      faults.push(
        "TRUST_PROXY: must be set when BANK_MODE is live: the ranges of your reverse proxies, or none where clients connect directly",
      );
    }
    for (const name of ["AUTH_SECRET", "JOB_SECRET", "ENCRYPTION_KEY"] as const) {
      if (raw.DATABASE_URL && !environment[name]) {
        faults.push(`${name}: must be set in the environment when BANK_MODE is live and DATABASE_URL is set`);
      }
    }
  }
  if (raw.BANK_PROVIDERS?.includes("custom") && !raw.CUSTOM_BANK_ADAPTER) {
    faults.push("CUSTOM_BANK_ADAPTER: must be set because BANK_PROVIDERS names custom");
  }
  return faults;
}

function resolve(raw: z.output<typeof Raw>, secrets: Source) {
  const sandbox = raw.BANK_MODE === "sandbox";
  const dataDir = path.resolve(/* turbopackIgnore: true */ raw.DATA_DIR);
  const embedded = raw.DATABASE_URL ? {} : embeddedUrls(dataDir, raw);
  const named: Credentials = Object.fromEntries(CREDENTIAL_NAMES.map((name) => [name, raw[name]]));
  const generated: Credentials = Object.fromEntries(
    CREDENTIAL_NAMES.map((name) => [name, secrets[`${TEST_PREFIX}${name}`]]),
  );
  return {
    port: raw.PORT,
    host: raw.HOST,
    dataDir,
    /** The application's connection; undefined only while an embedded database has not been started yet. */
    databaseUrl: raw.DATABASE_URL ?? embedded.url,
    databaseOwnerUrl: raw.DATABASE_OWNER_URL ?? raw.DATABASE_URL ?? embedded.ownerUrl,
    databaseIsEmbedded: raw.DATABASE_URL === undefined,
    databasePassword: raw.DATABASE_PASSWORD,
    databaseOwnerPassword: raw.DATABASE_OWNER_PASSWORD,
    serviceName: raw.SERVICE_NAME,
    businessTimeZone: raw.BUSINESS_TIME_ZONE,
    authUrl: raw.AUTH_URL ?? `http://localhost:${raw.PORT}`,
    /** Undefined only before the first start. */
    authSecret: raw.AUTH_SECRET,
    jobSecret: raw.JOB_SECRET,
    /** Encrypts secrets at rest; undefined only before the first start. */
    encryptionKey: raw.ENCRYPTION_KEY,
    bankMode: raw.BANK_MODE,
    providers:
      raw.BANK_PROVIDERS ??
      (["paystack", "monnify", "nomba", "lenco", "moniepoint"] satisfies ProviderName[]),
    /** Credentials by mode; in sandbox everything is test mode, in live test mode has generated secrets of its own. */
    credentials: sandbox ? { test: named, live: undefined } : { test: generated, live: named },
    bankBaseUrls: {
      paystack: raw.PAYSTACK_BASE_URL,
      monnify: raw.MONNIFY_BASE_URL,
      nomba: raw.NOMBA_BASE_URL,
    },
    customBankAdapter: raw.CUSTOM_BANK_ADAPTER,
    webhookRetryScheduleMs: raw.WEBHOOK_RETRY_SCHEDULE_MS,
    webhookTimeoutMs: raw.WEBHOOK_TIMEOUT_MS,
    webhookAllowCidrs: raw.WEBHOOK_ALLOW_CIDRS ?? (sandbox ? ["127.0.0.0/8", "::1/128"] : []),
    webhookAllowHttp: raw.WEBHOOK_ALLOW_HTTP ?? sandbox,
    /** Whose word on a client's address is believed. */
    trustProxy: raw.TRUST_PROXY ?? [],
    bodyLimitBytes: raw.BODY_LIMIT_BYTES,
    bankBodyLimitBytes: raw.BANK_BODY_LIMIT_BYTES,
  };
}

/**
 * Reads every setting: the environment's value, else that in `DATA_DIR/secrets.json`, else the default.
 * Throws `SettingsError` with every fault at once.
 */
export function loadSettings(environment: Source = process.env): Settings {
  const given = filled(environment);
  const secrets = readFlatJson(
    path.join(path.resolve(/* turbopackIgnore: true */ given.DATA_DIR ?? ".data"), "secrets.json"),
  );
  const parsed = Raw.safeParse({ ...secrets, ...given });
  if (!parsed.success) {
    throw new SettingsError(
      parsed.error.issues.map((issue) => `${issue.path[0]?.toString() ?? "settings"}: ${issue.message}`),
    );
  }
  const faults = crossFaults(parsed.data, given);
  if (faults.length > 0) throw new SettingsError(faults);
  return resolve(parsed.data, secrets);
}

/** The settings of this process, read once. Throws `SettingsError` on first use where one is at fault. */
export function env(): Settings {
  return once("settings", () => loadSettings());
}

/** Tells next-auth, which reads the environment alone, that the host a browser asked for is the service's own. */
export function trustHost(): void {
  process.env.AUTH_TRUST_HOST = "1";
}
