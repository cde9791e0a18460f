import { Failure } from "@/lib/core/errors/errors";
import { keysOf } from "@/lib/core/keys";
import type { Mode } from "@/lib/core/scope";
import { env, type ProviderName, type Settings, SettingsError, VERIFYING_SECRETS } from "@/lib/env";
import { singleton } from "@/lib/process-singleton";
import { loadCustomAdapter } from "./custom/provider";
import { flutterwave } from "./flutterwave/provider";
import { lenco } from "./lenco/provider";
import { moniepoint } from "./moniepoint/provider";
import { monnify } from "./monnify/provider";
import { nomba } from "./nomba/provider";
import { paystack } from "./paystack/provider";
import type { BankMessage, Provider, ProviderContext, RawNotification } from "./provider";

/** The header that RFC 9110 requires in a 401; it only discloses that notifications are signed. */
const CHALLENGE_HEADERS = { "www-authenticate": 'Signature realm="Takings"' };

const BUILT_IN = { paystack, monnify, nomba, lenco, moniepoint, flutterwave } satisfies Partial<
  Record<ProviderName, Provider>
>;

/** A verified notification: its bank, mode and parsed message. */
export interface VerifiedNotification {
  provider: Provider;
  mode: Mode;
  message: BankMessage;
}

/** Returns the adapter of this name. Throws `SettingsError` for `custom` if its file is missing or invalid. */
export function getProvider(name: ProviderName): Provider {
  if (name !== "custom") return BUILT_IN[name];
  return singleton("custom bank adapter", () => loadCustomAdapter(env().customBankAdapter ?? ""));
}

/**
 * Checks the configured banks at startup. Throws `SettingsError` if the file of the `custom` bank is missing or invalid, or
 * if `BANK_CONFIRMATION` names a bank that cannot confirm payments, or another rule than `always` for a bank whose
 * signatures do not cover the amount.
 */
export function validateBankSettings({ providers, customBankAdapter, bankConfirmation }: Settings): void {
  if (providers.includes("custom")) loadCustomAdapter(customBankAdapter ?? "");
  const faults = keysOf(bankConfirmation).flatMap((name) => {
    const { confirm, hasUnsignedAmounts } = name === "custom" ? {} : BUILT_IN[name];
    if (!confirm && bankConfirmation[name] !== "never")
      return [`BANK_CONFIRMATION: ${name} cannot be asked for a payment; remove it`];
    if (hasUnsignedAmounts && bankConfirmation[name] !== "always")
      return [`BANK_CONFIRMATION: ${name} is always asked, because its signatures do not cover the amount`];
    return [];
  });
  if (faults.length > 0) throw new SettingsError(faults);
}

/** Lists the adapters of `BANK_PROVIDERS`, in its order. Throws like `getProvider`. */
export function configuredProviders(): Provider[] {
  return env().providers.map(getProvider);
}

/** Returns the secret that verifies this bank's notifications in a mode; `undefined` if the mode has none. */
export function verifyingSecret(name: ProviderName, mode: Mode): string | undefined {
  return env().credentials[mode]?.[VERIFYING_SECRETS[name]] || undefined;
}

const invalidSignature = () => new Failure("invalid_signature", { headers: CHALLENGE_HEADERS });

/**
 * Returns the first configured adapter whose signature header is present. Throws `Failure("invalid_signature")` if there is
 * none, or the header does not have the format of that adapter's signatures.
 */
function requireClaimedProvider(headers: Pick<Headers, "get">): Provider {
  const claimed = configuredProviders().find(({ signatureHeader }) => headers.get(signatureHeader) !== null);
  if (!claimed?.signaturePattern.test(headers.get(claimed.signatureHeader) ?? "")) throw invalidSignature();
  return claimed;
}

/**
 * Returns the body limit in bytes for these headers: `BANK_BODY_LIMIT_BYTES`, or the adapter's limit if it is smaller.
 * Throws `Failure("invalid_signature")` if the headers cannot sign any body, so that no body is read.
 */
export function bankBodyLimit(headers: Pick<Headers, "get">): number {
  const { bankBodyLimitBytes } = env();
  return Math.min(bankBodyLimitBytes, requireClaimedProvider(headers).bodyLimitBytes ?? bankBodyLimitBytes);
}

/**
 * Verifies and parses a notification (§4.13, §5). It belongs to the first configured adapter whose signature header is
 * present; the secret that verifies it decides the mode. Throws `Failure("invalid_signature")` without disclosing whether
 * the header, the bank or the signature was wrong.
 */
export function readNotification(notification: RawNotification): VerifiedNotification {
  const provider = requireClaimedProvider(notification.headers);
  const mode = (["live", "test"] as const).find((one) => isSigned(provider, one, notification));
  if (!mode) throw invalidSignature();
  return {
    provider,
    mode,
    message: provider.parse(notification, { businessTimeZone: env().businessTimeZone }),
  };
}

/** Parses a stored notification as this adapter version did. Throws if this program does not have that version. */
export function parseStored(provider: Provider, version: number, notification: RawNotification): BankMessage {
  const asEarlier = provider.earlierVersions?.[version];
  if (version !== provider.version && !asEarlier)
    throw new Error(`${provider.name} has no parser of version ${version}`);
  const message = provider.parse(notification, { businessTimeZone: env().businessTimeZone });
  return asEarlier ? asEarlier(message, notification) : message;
}

function isSigned(provider: Provider, mode: Mode, notification: RawNotification): boolean {
  const secret = verifyingSecret(provider.name, mode);
  return secret !== undefined && provider.verify(notification, secret);
}

/** Returns the credentials and address for calls to a bank's API in a mode. The address of a receive-only bank is `""`. */
export function contextFor(provider: Provider, mode: Mode): ProviderContext {
  const { bankBaseUrls, businessTimeZone, credentials } = env();
  const baseUrls: Partial<Record<ProviderName, string>> = bankBaseUrls;
  return { credentials: credentials[mode] ?? {}, baseUrl: baseUrls[provider.name] ?? "", businessTimeZone };
}

/** Whether a bank issues live accounts: its adapter can, and the settings for it are set. */
function issuesAccounts({ provisionAccount, accountSettings = [] }: Provider): boolean {
  const { credentials } = env();
  const live = credentials.live ?? credentials.test;
  return provisionAccount !== undefined && accountSettings.every((name) => live[name]);
}

/** Returns the first configured bank that issues accounts; `undefined` if none does. */
export function findAccountIssuer(): Provider | undefined {
  return configuredProviders().find(issuesAccounts);
}

/** Lists the configured adapters that issue no accounts, for the startup message. */
export function receiveOnlyProviders(): ProviderName[] {
  return configuredProviders()
    .filter((provider) => !issuesAccounts(provider))
    .map((provider) => provider.name);
}
