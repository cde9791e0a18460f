import { z } from "zod";

/** The codec of timestamps: ISO 8601 in UTC with milliseconds in the API, a `Date` in the code (§1). */
export const Instant = z
  .codec(z.iso.datetime({ precision: 3 }), z.date(), {
    decode: (text) => new Date(text),
    encode: (date) => date.toISOString(),
  })
  .meta({
    id: "Timestamp",
    description: "A time in UTC with milliseconds (ISO 8601).",
    examples: ["2026-11-24T11:15:08.648Z"],
  });

/** A calendar day `YYYY-MM-DD`, in the business's time zone (§2.7). */
export type Day = string;

/** Caches formatters by time zone: creating one costs forty times as much as using it. */
function formatterBy(
  options: Intl.DateTimeFormatOptions,
  locale: string,
): (timeZone: string) => Intl.DateTimeFormat {
  const cache = new Map<string, Intl.DateTimeFormat>();
  return (timeZone) => {
    const format = cache.get(timeZone) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone });
    cache.set(timeZone, format);
    return format;
  };
}

const dayFormat = formatterBy({ year: "numeric", month: "2-digit", day: "2-digit" }, "en-CA");
const wallFormat = formatterBy(
  {
    hourCycle: "h23",
    era: "short",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  },
  "en-US",
);

/** Returns the calendar day of an instant in an IANA time zone. Throws `RangeError` for an unknown zone. */
export function dayIn(timeZone: string, instant: Date): Day {
  return dayFormat(timeZone).format(instant);
}

const DATETIME =
  /^(\d{4})-?(\d{2})-?(\d{2})(?:[T ](\d{2}):?(\d{2})(?::?(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?)$/i;

/** The limits of the years that ISO 8601 writes with four digits and PostgreSQL without an era. */
const FIRST_MOMENT = Date.parse("0001-01-01T00:00:00.000Z");
const LAST_MOMENT = Date.parse("9999-12-31T23:59:59.999Z");

/**
 * Converts a calendar time to milliseconds in UTC. Unlike `Date.UTC`, it does not map the years 0 to 99 to 1900–1999.
 */
function utcMs(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
): number {
  if (year > 99) return Date.UTC(year, month - 1, day, hour, minute, second);
  return new Date(Date.UTC(2000, 0, 1, hour, minute, second)).setUTCFullYear(year, month - 1, day);
}

/**
 * Parses an ISO 8601 date and time in extended or basic format, with `Z`, an offset (with or without a colon) or
 * neither, which means `timeZone`. Returns `undefined` if it is malformed, names a day or hour that does not exist,
 * or lies outside the years 1 to 9999 in UTC. Fractions are truncated to milliseconds.
 */
export function parseInstant(text: string, timeZone: string): Date | undefined {
  const parts = DATETIME.exec(text);
  if (!parts) return undefined;
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const millisecond = Number((parts[7] ?? "").padEnd(3, "0").slice(0, 3));
  const wallMs = utcMs(year, month, day, hour, minute, second) + millisecond;
  const wall = new Date(wallMs);
  const exists =
    wall.getUTCMonth() === month - 1 && wall.getUTCDate() === day && hour < 24 && minute < 60 && second < 60;
  if (!exists || year < 1) return undefined;
  const offset = parts[8];
  const offsetMs = offset === undefined ? zoneOffsetMs(timeZone, wallMs) : parseOffsetMs(offset);
  if (offsetMs === undefined) return undefined;
  const moment = wallMs - offsetMs;
  return moment >= FIRST_MOMENT && moment <= LAST_MOMENT ? new Date(moment) : undefined;
}

/** Returns a zone's wall-clock time, to be read with the `getUTC…` methods. Throws `RangeError` for an unknown zone. */
export function wallClock(timeZone: string, at: Date): Date {
  if (timeZone === "UTC") return at;
  const quarter = Math.floor(at.getTime() / QUARTER_MS);
  if (lastOffset?.timeZone !== timeZone || lastOffset.quarter !== quarter)
    lastOffset = { timeZone, quarter, ms: wallMsAt(timeZone, quarter * QUARTER_MS) - quarter * QUARTER_MS };
  return new Date(at.getTime() + lastOffset.ms);
}

/** Formats an instant in a zone for exports, `2026-12-12 21:42:14`: sortable, and readable by spreadsheet programs. */
export function formatTimestampIn(timeZone: string, at: Date): string {
  return wallClock(timeZone, at)
    .toISOString()
    .replace("T", " ")
    .replace(/\.\d{3}Z$/, "");
}

/** Zone offsets change only on quarter hours. Consecutive rows mostly share one, so the last offset is cached. */
const QUARTER_MS = 15 * 60_000;
let lastOffset: { timeZone: string; quarter: number; ms: number } | undefined;

function parseOffsetMs(offset: string): number | undefined {
  if (offset.toUpperCase() === "Z") return 0;
  const hours = Number(offset.slice(1, 3));
  const minutes = Number(offset.slice(3).replace(":", "") || 0);
  if (hours > 23 || minutes > 59) return undefined;
  return (offset.startsWith("-") ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

/** Returns a zone's offset from UTC at a wall-clock time, in milliseconds. */
function zoneOffsetMs(timeZone: string, wallMs: number): number {
  const wholeSeconds = wallMs - (wallMs % 1000);
  const guess = wallMsAt(timeZone, wholeSeconds) - wholeSeconds;
  return wallMsAt(timeZone, wholeSeconds - guess) - (wholeSeconds - guess);
}

/** Returns a zone's wall-clock time at an instant of whole seconds, in milliseconds as if it were UTC. */
function wallMsAt(timeZone: string, utcMs: number): number {
  const parts = wallFormat(timeZone).formatToParts(new Date(utcMs));
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const isBeforeChrist = parts.some(({ type, value }) => type === "era" && value.startsWith("B"));
  const wall = new Date(0);
  wall.setUTCFullYear(isBeforeChrist ? 1 - read("year") : read("year"), read("month") - 1, read("day"));
  return wall.setUTCHours(read("hour"), read("minute"), read("second"));
}

/**
 * Returns the first instant after this time at the bank's precision. Many banks send whole seconds; an assignment or
 * pairing that began within that second applies.
 */
export function endOfMoment(time: Date): Date {
  const isWholeSecond = time.getTime() % 1_000 === 0;
  return new Date(time.getTime() + (isWholeSecond ? 1_000 : 1));
}
