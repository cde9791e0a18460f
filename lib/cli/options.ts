import { InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { type Id, idSchema, type Kind, PREFIXES } from "@/lib/core/ids";
import { parseCommaList, webAddress as webAddressSchema } from "@/lib/core/settings/setting-schemas";
import { parseInstant } from "@/lib/core/time";
import { loadSettings } from "@/lib/env";
import { parseAddressRange } from "@/lib/security/outbound/address-range";

/** Parses the text of an option. Throws `InvalidArgumentError` with what the text must be. */
type Parser<T> = (text: string) => T;

/** Parses a text that is not blank. */
export const filledText: Parser<string> = (text) => {
  if (text.trim() === "") throw new InvalidArgumentError("must not be empty.");
  return text;
};

/** Returns the parser of the ids of one kind. */
export function id<K extends Kind>(kind: K): Parser<Id<K>> {
  return (text) => {
    const parsed = idSchema(kind).safeParse(text);
    if (!parsed.success)
      throw new InvalidArgumentError(`must be an id: ${PREFIXES[kind]}_ and 26 letters and digits.`);
    return parsed.data;
  };
}

/** Parses an ISO 8601 time; without an offset it is in `BUSINESS_TIME_ZONE`. */
export const instant: Parser<Date> = (text) => {
  const { businessTimeZone } = loadSettings();
  const parsed = parseInstant(text, businessTimeZone);
  if (parsed) return parsed;
  throw new InvalidArgumentError(
    `must be a time such as 2026-11-20T18:00 (in ${businessTimeZone}) or 2026-11-20T17:00:00Z.`,
  );
};

/** Parses a comma-separated list of http:// or https:// addresses. */
export const webAddressList: Parser<string[]> = (text) => {
  const list = parseCommaList(text);
  if (list.length > 0 && list.every((url) => webAddressSchema.safeParse(url).success)) return list;
  throw new InvalidArgumentError("must be a comma-separated list of http:// or https:// addresses.");
};

/** Parses an http:// or https:// address. */
export const webAddress: Parser<string> = (text) => {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new InvalidArgumentError("must be an http:// or https:// address.");
};

/** Parses the http:// or https:// address of a service. */
export const serviceAddress: Parser<string> = (text) => {
  const { username, password } = new URL(webAddress(text));
  if (!username && !password) return text;
  throw new InvalidArgumentError("must be an address without a user and password.");
};

const UNITS_MS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Parses a duration such as `500ms`, `60s`, `5m`, `24h` or `3d` to milliseconds. */
export const durationMs: Parser<number> = (text) => {
  const [, amount, unit] = /^(\d{1,7}(?:\.\d{1,3})?)(ms|s|m|h|d)$/.exec(text) ?? [];
  if (!amount || !unit) {
    throw new InvalidArgumentError("must be a length of time such as 500ms, 60s, 5m or 24h.");
  }
  return Number(amount) * UNITS_MS[unit as keyof typeof UNITS_MS];
};

/** Parses a comma-separated list of IP addresses and ranges. */
export const addressRanges: Parser<string[]> = (text) =>
  text.split(",").map((part) => {
    const range = parseAddressRange(part);
    if (range !== undefined) return range;
    throw new InvalidArgumentError(
      `must be a comma-separated list of addresses and ranges such as 203.0.113.7,198.51.100.0/24; "${part.trim()}" is neither.`,
    );
  });

/** Returns the parser of plain decimal numbers within inclusive bounds. */
export function numberBetween(min: number, max: number): Parser<number> {
  return (text) => {
    const number = /^\d{1,9}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
    if (number >= min && number <= max) return number;
    throw new InvalidArgumentError(`must be a number from ${min} to ${max}.`);
  };
}

/** Returns the parser of whole numbers within inclusive bounds. */
export function wholeNumber(min: number, max: number): Parser<number> {
  return (text) => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= min && number <= max) return number;
    throw new InvalidArgumentError(`must be a whole number from ${min} to ${max}.`);
  };
}

/** The organisation that a command acts for. */
export const organisation = new Option("--organisation <NAME>", "the organisation's name")
  .argParser(filledText)
  .makeOptionMandatory();

/** The session that a command changes. */
export const session = new Option("--session <SESSION_ID>", "the session, ses_…")
  .argParser(id("session"))
  .makeOptionMandatory();

/** Limits a list to one organisation. */
export const organisationFilter = new Option(
  "--organisation <NAME>",
  "list only those of this organisation",
).argParser(filledText);

/** The mode of an organisation's data. */
export const mode = new Option("--mode <MODE>", "the organisation's mode")
  .choices(["test", "live"])
  .default("test");
