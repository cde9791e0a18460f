import { Failure, type FieldError, invalid } from "@/lib/core/errors/errors";
import {
  CREDENTIAL_NAMES,
  credentialNamesOf,
  missingCredentials,
  VERIFYING_SECRETS,
} from "@/lib/core/settings/bank-settings";
import type { CredentialName, Credentials, ProviderName } from "@/lib/env";

const MAX_LENGTH = 500;
/** A verifying secret that can be guessed lets anybody report payments. */
const MIN_SECRET_LENGTH = 8;

/**
 * Parses the credentials of a connection: every name is one of the bank's, values are trimmed, blank ones left out, and no
 * required one is missing. Throws `Failure("invalid_request")` that names each fault and no value.
 */
export function parseCredentials(
  provider: ProviderName,
  given: Readonly<Record<string, string>>,
): Credentials {
  const names: readonly string[] = credentialNamesOf(provider);
  const values: Credentials = Object.fromEntries(
    Object.entries(given)
      .map(([name, value]) => [name, value.trim()] as const)
      .filter(([, value]) => value !== ""),
  );
  const faults = [
    ...Object.keys(values).flatMap((name) =>
      names.includes(name)
        ? faultsOf(provider, name as CredentialName, values)
        : fault(name, unknownName(provider)),
    ),
    ...missingCredentials(provider, values).flatMap((name) =>
      fault(name.split(" or ")[0] ?? name, `${name} is required.`),
    ),
  ];
  if (faults.length > 0)
    throw new Failure("invalid_request", { detail: faults.map(({ detail }) => detail).join(" "), faults });
  return values;
}

const fault = (name: string, detail: string): FieldError[] => [{ pointer: `/credentials/${name}`, detail }];

const unknownName = (provider: ProviderName) =>
  `The credentials of ${provider} are ${credentialNamesOf(provider).join(", ")}.`;

function faultsOf(provider: ProviderName, name: CredentialName, values: Credentials): FieldError[] {
  const value = values[name] ?? "";
  if (value.length > MAX_LENGTH || /\p{Cc}/u.test(value))
    return fault(name, `${name} must be one line of at most ${MAX_LENGTH} characters.`);
  if (name === VERIFYING_SECRETS[provider] && value.length < MIN_SECRET_LENGTH)
    return fault(name, `${name} must have at least ${MIN_SECRET_LENGTH} characters.`);
  if (name.endsWith("_EMAIL") && !/^[^@\s]+@[^@\s]+$/.test(value))
    return fault(name, `${name} must be an e-mail address.`);
  if (name === "PAYSTACK_ASSIGN_ACCOUNTS" && !["true", "false"].includes(value))
    return fault(name, `${name} must be true or false.`);
  return [];
}

/** The form of a text with credentials: a JSON object, or lines `NAME=VALUE` as in an `.env` file. */
const LINE = /^(?:export\s+)?([A-Z][A-Z0-9_]*)=(.*)$/;

/**
 * Parses the text of a file with credentials: a JSON object of strings, or lines `NAME=VALUE` with `#` comments. Throws
 * `Failure("invalid_request")` that names the line and no value.
 */
export function parseCredentialsText(text: string): Record<string, string> {
  if (text.trim().startsWith("{")) return parseJsonCredentials(text);
  const values: Record<string, string> = {};
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const content = line.trim();
    if (content === "" || content.startsWith("#")) continue;
    const [, name, value = ""] = LINE.exec(content) ?? [];
    if (!name) throw invalid("/credentials", `Line ${index + 1} must be NAME=VALUE.`);
    values[name] = /^(["']).*\1$/.test(value) ? value.slice(1, -1) : value;
  }
  if (Object.keys(values).length > 0) return values;
  throw invalid(
    "/credentials",
    `Give the credentials as lines NAME=VALUE, such as ${CREDENTIAL_NAMES[0]}=….`,
  );
}

function parseJsonCredentials(text: string): Record<string, string> {
  const malformed = () => invalid("/credentials", "The credentials must be one JSON object of strings.");
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw malformed();
  }
  if (typeof json !== "object" || json === null || Array.isArray(json)) throw malformed();
  const entries = Object.entries(json);
  if (!entries.every(([, value]) => typeof value === "string")) throw malformed();
  return Object.fromEntries(entries);
}
