import { readFileSync } from "node:fs";
import { SettingsError } from "@/lib/env";
import { macPattern } from "@/lib/security/hmac";
import type { Provider } from "../provider";
import { CustomBank } from "./config";
import { compose } from "./simulate";
import { parserFor } from "./transform";
import { verify } from "./verify";

/** Any other bank that signs with an HMAC, as a file describes it (`docs/custom-bank.md`); it only receives. */
export function customAdapter(bank: CustomBank): Provider {
  return {
    name: "custom",
    version: 1,
    ignoredKinds: bank.event.ignored,
    channels: [...new Set(bank.channels.values())],
    signatureHeader: bank.signature.header,
    signaturePattern: macPattern(bank.signature),
    verify: (notice, secret) => verify(bank.signature, notice, secret),
    parse: parserFor(bank),
    compose: (credit, secret) => compose(bank, credit, secret),
  };
}

/**
 * Reads the file that `CUSTOM_BANK_ADAPTER` names and makes its adapter. Throws `SettingsError` with every fault of
 * the file, so that a start with a broken one ends before anything is served.
 */
export function loadCustomAdapter(file: string): Provider {
  const read = CustomBank.safeParse(readJson(file));
  if (read.success) return customAdapter(read.data);
  const faults = read.error.issues.map((issue) => {
    const member = issue.path.length === 0 ? "" : ` ${issue.path.join(".")}:`;
    return `CUSTOM_BANK_ADAPTER:${member} ${issue.message} (${file})`;
  });
  throw new SettingsError(faults);
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    throw new SettingsError([`CUSTOM_BANK_ADAPTER: ${file} cannot be read as JSON`]);
  }
}
