import type { ProviderName } from "@/lib/env";
import { parseListedRow } from "./bank-records";
import { COMPOSED_VERSION, parseComposed } from "./composed/parse";
import { readErasedBody } from "./parsing/erased-body";
import { decodeJson } from "./parsing/message";
import type { BankCredit, BankMessage } from "./provider";
import { getProvider, parseStored } from "./registry";

/** Whether a stored notification is a row of the bank's own list, which no notification had reported before. */
export function isListedVersion(version: number): boolean {
  return version < 0;
}

/** Returns the version under which a row of a bank's list is stored: the negative of its format's. */
export function listedVersion(provider: ProviderName): number {
  const { listFormat } = getProvider(provider);
  if (!listFormat) throw new Error(`${provider} has no list of payments`);
  return -listFormat.version;
}

/**
 * Parses a stored notification with this version of its provider's adapter, as a row of the bank's list of payments, or, if
 * the version is `COMPOSED_VERSION`, as a message that this service composed: a settlement of a file or a list, or a reversal
 * of a list. An erased one is returned as it is kept, whatever the version: without its payer. Throws if this program does not
 * have the version.
 */
export function readStoredMessage(provider: ProviderName, version: number, body: Buffer): BankMessage {
  const erased = readErasedBody(body);
  if (erased) return erased;
  if (version === COMPOSED_VERSION) return parseComposed(body);
  if (isListedVersion(version)) return readListedRow(provider, version, body);
  return parseStored(getProvider(provider), version, { body, headers: new Headers() });
}

function readListedRow(provider: ProviderName, version: number, body: Buffer): BankMessage {
  const { listFormat } = getProvider(provider);
  const parse = listFormat?.version === -version ? listFormat.parse : listFormat?.earlierVersions?.[-version];
  if (!listFormat || !parse) throw new Error(`${provider} has no format of its list of version ${-version}`);
  return parseListedRow({ event: listFormat.event, parse }, decodeRow(body));
}

/** Decodes a stored row; one that is not JSON has been changed, and parses as unreadable. */
function decodeRow(body: Buffer): unknown {
  try {
    return decodeJson(body);
  } catch {
    return undefined;
  }
}

/** Like `readStoredMessage`, but returns `undefined` if the notification does not report a payment. */
export function readCredit(provider: ProviderName, version: number, body: Buffer): BankCredit | undefined {
  const message = readStoredMessage(provider, version, body);
  return message.kind === "credit" ? message : undefined;
}
