import type { ProviderName } from "@/lib/env";
import { IMPORT_VERSION, parseStoredSettlement } from "./parsing/stored-settlement";
import type { BankCredit, BankMessage } from "./provider";
import { getProvider, parseStored } from "./registry";

/**
 * Parses a stored notification with this version of its provider's adapter, or as a settlement of a file or a list if the version
 * is `IMPORT_VERSION`. Throws if this program does not have the version.
 */
export function readStoredMessage(provider: ProviderName, version: number, body: Buffer): BankMessage {
  if (version === IMPORT_VERSION) return parseStoredSettlement(body);
  return parseStored(getProvider(provider), version, { body, headers: new Headers() });
}

/** Like `readStoredMessage`, but returns `undefined` if the notification does not report a payment. */
export function readCredit(provider: ProviderName, version: number, body: Buffer): BankCredit | undefined {
  const message = readStoredMessage(provider, version, body);
  return message.kind === "credit" ? message : undefined;
}
