import { bankName } from "../shared/format/bank-name";
import * as texts from "./texts";

/** Returns a provider's name for display in a sentence; a bank that a file describes has none. */
export const providerName = (provider: string): string =>
  provider === "custom" ? texts.theBank : bankName(provider);
