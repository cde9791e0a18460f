import type { ProviderName } from "@/lib/env";
import type { BankCredit, BankMessage } from "./provider";
import { providerNamed, readStored } from "./registry";

/**
 * What a stored notification says, as this version of its provider's adapter read it. Throws where this program has no
 * such version.
 */
export function readStoredMessage(provider: ProviderName, version: number, body: Buffer): BankMessage {
  return readStored(providerNamed(provider), version, { body, headers: new Headers() });
}

/** The same where it reports a payment, else `undefined`. */
export function readCredit(provider: ProviderName, version: number, body: Buffer): BankCredit | undefined {
  const message = readStoredMessage(provider, version, body);
  return message.kind === "credit" ? message : undefined;
}
