import { Failure } from "@/lib/core/errors";
import type { Mode } from "@/lib/core/scope";
import { env, type ProviderName, type Settings, VERIFYING_SECRETS } from "@/lib/env";
import { singleton } from "@/lib/process-singleton";
import { loadCustomAdapter } from "./custom/provider";
import { lenco } from "./lenco/provider";
import { moniepoint } from "./moniepoint/provider";
import { monnify } from "./monnify/provider";
import { nomba } from "./nomba/provider";
import { paystack } from "./paystack/provider";
import type { BankMessage, Provider, ProviderContext, RawNotice } from "./provider";

/** What RFC 9110 asks of a 401; it tells no more than that notices are signed. */
const CHALLENGE = { "www-authenticate": 'Signature realm="Takings"' };

const BUILT_IN = { paystack, monnify, nomba, lenco, moniepoint } satisfies Partial<
  Record<ProviderName, Provider>
>;

/** A notice that proved to be a bank's: which, in which mode, and what it says. */
export interface BankNotice {
  provider: Provider;
  mode: Mode;
  message: BankMessage;
}

/** The adapter of this name. Throws `SettingsError` for `custom` where its file is missing or at fault. */
export function providerNamed(name: ProviderName): Provider {
  if (name !== "custom") return BUILT_IN[name];
  return singleton("custom bank adapter", () => loadCustomAdapter(env().customBankAdapter ?? ""));
}

/** Throws `SettingsError` where a bank is configured by a file that is missing or at fault; for the start to ask first. */
export function checkBanks({ providers, customBankAdapter }: Settings): void {
  if (providers.includes("custom")) loadCustomAdapter(customBankAdapter ?? "");
}

/** The adapters that may call the bank webhook, in the order of `BANK_PROVIDERS`. Throws as `providerNamed`. */
export function configuredProviders(): Provider[] {
  return env().providers.map(providerNamed);
}

/** The secret that verifies this bank's notices in a mode; `undefined` where that mode has none. */
export function verifyingSecret(name: ProviderName, mode: Mode): string | undefined {
  return env().credentials[mode]?.[VERIFYING_SECRETS[name]] || undefined;
}

const invalidSignature = () => new Failure("invalid_signature", { headers: CHALLENGE });

/**
 * The first configured adapter whose signature header a notification carries. Throws `Failure("invalid_signature")` where
 * there is none, or the header cannot be a signature of that adapter.
 */
function claimedProvider(headers: Pick<Headers, "get">): Provider {
  const claimed = configuredProviders().find(({ signatureHeader }) => headers.get(signatureHeader) !== null);
  if (!claimed?.signaturePattern.test(headers.get(claimed.signatureHeader) ?? "")) throw invalidSignature();
  return claimed;
}

/**
 * The largest body in bytes of a notification with these headers: `BANK_BODY_LIMIT_BYTES`, or the smaller limit of
 * the adapter that would verify it. Throws `Failure("invalid_signature")` where no body could be signed by these headers,
 * so that none is read.
 */
export function bankBodyLimit(headers: Pick<Headers, "get">): number {
  const { bankBodyLimitBytes } = env();
  return Math.min(bankBodyLimitBytes, claimedProvider(headers).bodyLimitBytes ?? bankBodyLimitBytes);
}

/**
 * Whose notice this is and what it says (§4.13, §5). It belongs to the first configured adapter whose signature
 * header it carries; the secret that verifies it decides the mode. Throws `Failure("invalid_signature")`, which does
 * not tell whether the header, the bank or the signature was wrong.
 */
export function readNotice(notice: RawNotice): BankNotice {
  const provider = claimedProvider(notice.headers);
  const mode = (["live", "test"] as const).find((one) => isSigned(provider, one, notice));
  if (!mode) throw invalidSignature();
  return { provider, mode, message: provider.parse(notice, { businessTimeZone: env().businessTimeZone }) };
}

/**
 * Reads a stored notification again, as this version of its adapter read it. Throws where there is no such version:
 * then the stored version is newer than this program.
 */
export function readStored(provider: Provider, version: number, notice: RawNotice): BankMessage {
  if (version !== provider.version) throw new Error(`${provider.name} has no reader of version ${version}`);
  return provider.parse(notice, { businessTimeZone: env().businessTimeZone });
}

function isSigned(provider: Provider, mode: Mode, notice: RawNotice): boolean {
  const secret = verifyingSecret(provider.name, mode);
  return secret !== undefined && provider.verify(notice, secret);
}

/** What an adapter needs to call its bank in a mode. A bank without an API of ours has the address `""`. */
export function contextFor(provider: Provider, mode: Mode): ProviderContext {
  const { bankBaseUrls, businessTimeZone, credentials } = env();
  const baseUrls: Partial<Record<ProviderName, string>> = bankBaseUrls;
  return { credentials: credentials[mode] ?? {}, baseUrl: baseUrls[provider.name] ?? "", businessTimeZone };
}

/** The bank that issues live accounts: the first configured one that can; `undefined` where none can. */
export function provisioner(): Provider | undefined {
  return configuredProviders().find((provider) => provider.provisionAccount !== undefined);
}

/** The configured adapters that issue no accounts, for the start to say so. */
export function receiveOnlyProviders(): ProviderName[] {
  return configuredProviders()
    .filter((provider) => provider.provisionAccount === undefined)
    .map((provider) => provider.name);
}
