import { type Id, idSchema, type Kind, PREFIXES } from "@/lib/core/ids";
import { parseInstant } from "@/lib/core/time";
import { loadSettings } from "@/lib/env";
import { parseAddressRange } from "@/lib/security/outbound/address-range";

/** An invalid command line; the exit code is 2. Identified by `code`. */
export class UsageError extends Error {
  readonly code = "usage";
}

/** An option of a command: its value, its help text and its reader. */
export interface Option<T> {
  /** The placeholder of its value in the usage; `undefined` for a flag, which takes none. */
  takes: string | undefined;
  help: string;
  required: boolean;
  /** Whether it is positional; a command has at most one such option. */
  isPositional?: boolean;
  /**
   * Parses the given text, `""` for a flag; `undefined` if the option is absent. Throws an `Error` with a message for
   * the user.
   */
  read(given: string | undefined): T;
}

export type Options = Record<string, Option<unknown>>;
export type Values<O extends Options> = { [K in keyof O]: O[K] extends Option<infer T> ? T : never };

type Reader<T> = (text: string) => T;

/** A required option. */
export function required<T>(takes: string, help: string, reader: Reader<T>): Option<T> {
  const read = (given: string | undefined) => {
    if (given === undefined) throw new Error("is required");
    return reader(given);
  };
  return { takes, help, required: true, read };
}

/** The one positional value after the command's name. */
export function positional<T>(takes: string, help: string, reader: Reader<T>): Option<T> {
  return { ...required(takes, help, reader), isPositional: true };
}

/** An optional option. */
export function optional<T>(takes: string, help: string, reader: Reader<T>): Option<T | undefined> {
  return { takes, help, required: false, read: (given) => (given === undefined ? undefined : reader(given)) };
}

/** An option with a default value. */
export function defaulted<T>(takes: string, help: string, reader: Reader<T>, fallback: T): Option<T> {
  return { takes, help, required: false, read: (given) => (given === undefined ? fallback : reader(given)) };
}

/** An option without a value. */
export function flag(help: string): Option<boolean> {
  return { takes: undefined, help, required: false, read: (given) => given !== undefined };
}

/** Reads a text that is not blank. */
export const filledText: Reader<string> = (text) => {
  if (text.trim() === "") throw new Error("must not be empty");
  return text;
};

/** Reads one of the given words. */
export function oneOf<const W extends string>(words: readonly W[]): Reader<W> {
  return (text) => {
    const word = words.find((candidate) => candidate === text);
    if (!word) throw new Error(`must be one of ${words.join(", ")}`);
    return word;
  };
}

/** Reads an id of one kind. */
export function id<K extends Kind>(kind: K): Reader<Id<K>> {
  return (text) => {
    const parsed = idSchema(kind).safeParse(text);
    if (!parsed.success) throw new Error(`must be an id that starts with ${PREFIXES[kind]}_`);
    return parsed.data;
  };
}

/** Reads an ISO 8601 time; without an offset it is in `BUSINESS_TIME_ZONE`. */
export const instant: Reader<Date> = (text) => {
  const { businessTimeZone } = loadSettings();
  const read = parseInstant(text, businessTimeZone);
  if (!read) {
    throw new Error(
      `must be a time such as 2026-11-20T18:00 (in ${businessTimeZone}) or 2026-11-20T17:00:00Z`,
    );
  }
  return read;
};

const UNITS_MS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Reads a duration such as `500ms`, `60s`, `5m`, `24h` or `3d` as milliseconds. */
export const durationMs: Reader<number> = (text) => {
  const [, amount, unit] = /^(\d{1,7}(?:\.\d{1,3})?)(ms|s|m|h|d)$/.exec(text) ?? [];
  if (!amount || !unit) throw new Error("must be a length of time such as 500ms, 60s, 5m or 24h");
  return Number(amount) * UNITS_MS[unit as keyof typeof UNITS_MS];
};

/** Reads a comma-separated list of IP addresses and ranges. */
export const addressRanges: Reader<string[]> = (text) =>
  text.split(",").map((part) => {
    const range = parseAddressRange(part);
    if (range === undefined)
      throw new Error(
        `must be a comma-separated list of addresses and ranges such as 203.0.113.7,198.51.100.0/24; "${part.trim()}" is neither`,
      );
    return range;
  });

/** Reads a plain decimal number within inclusive bounds. */
export function numberBetween(min: number, max: number): Reader<number> {
  return (text) => {
    const number = /^\d{1,9}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
    if (!(number >= min && number <= max)) throw new Error(`must be a number from ${min} to ${max}`);
    return number;
  };
}
