import { readFileSync } from "node:fs";
import { SettingsError } from "@/lib/env";
import { macPattern } from "@/lib/security/hmac";
import type { Provider } from "../provider";
import { CustomBank } from "./config";
import { compose } from "./simulate";
import { createCustomParser } from "./transform";
import { verify } from "./verify";

/** Creates the adapter of a bank described by a file (`docs/custom-bank.md`), which signs with an HMAC; receive-only. */
function createCustomAdapter(bank: CustomBank): Provider {
  return {
    name: "custom",
    version: 1,
    ignoredKinds: bank.event.ignored,
    channels: [...new Set(bank.channels.values())],
    signatureHeader: bank.signature.header,
    signaturePattern: macPattern(bank.signature),
    verify: (notification, secret) => verify(bank.signature, notification, secret),
    parse: createCustomParser(bank),
    compose: (credit, secret) => compose(bank, credit, secret),
  };
}

/**
 * Loads the adapter from the file named by `CUSTOM_BANK_ADAPTER`. Throws `SettingsError` with every problem of the file,
 * so that the server does not start with an invalid one.
 */
export function loadCustomAdapter(file: string): Provider {
  const read = CustomBank.safeParse(readJson(file));
  if (read.success) return createCustomAdapter(read.data);
  const problems = read.error.issues.map((issue) => {
    const member = issue.path.length === 0 ? "" : ` ${issue.path.join(".")}:`;
    return `CUSTOM_BANK_ADAPTER:${member} ${issue.message} (${file})`;
  });
  throw new SettingsError(problems);
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    throw new SettingsError([`CUSTOM_BANK_ADAPTER: ${file} cannot be read as JSON`]);
  }
}
