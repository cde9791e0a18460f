import type { BankMessage } from "../provider";
import { parseComposedReversal } from "./reversal";
import { parseComposedSettlement } from "./settlement";

/** The adapter version of messages that this service composed; the versions of adapters start at 1. */
export const COMPOSED_VERSION = 0;

/** Parses the stored body of a composed message; `unreadable` if it was changed. */
export function parseComposed(body: Buffer): BankMessage {
  return parseComposedReversal(body) ?? parseComposedSettlement(body);
}
