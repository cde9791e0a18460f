import { z } from "zod";

/** The wire's timestamp: ISO 8601 in UTC with milliseconds outside, a `Date` inside (§1). */
export const Instant = z.codec(z.iso.datetime({ precision: 3 }), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});

/** A calendar day `YYYY-MM-DD`, in the business's time zone (§2.7). */
export type Day = string;

/** Makes a zone's formatter once: making one costs forty times as much as using it. */
function formatterBy(
  options: Intl.DateTimeFormatOptions,
  locale: string,
): (timeZone: string) => Intl.DateTimeFormat {
  const made = new Map<string, Intl.DateTimeFormat>();
  return (timeZone) => {
    const format = made.get(timeZone) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone });
    made.set(timeZone, format);
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

/** The calendar day an instant falls on in an IANA time zone. Throws `RangeError` on an unknown zone. */
export function dayIn(timeZone: string, instant: Date): Day {
  return dayFormat(timeZone).format(instant);
}

const DATETIME =
  /^(\d{4})-?(\d{2})-?(\d{2})(?:[T ](\d{2}):?(\d{2})(?::?(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?)$/i;

/** The years that ISO 8601 writes with four digits and PostgreSQL with no era. */
const FIRST_MOMENT = Date.parse("0001-01-01T00:00:00.000Z");
const LAST_MOMENT = Date.parse("9999-12-31T23:59:59.999Z");

/** A calendar time as milliseconds in UTC. Unlike `Date.UTC`, the years 0 to 99 are those years. */
function utcMs(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
): number {
  return new Date(Date.UTC(2000, 0, 1, hour, minute, second)).setUTCFullYear(year, month - 1, day);
}

/**
 * Reads an ISO 8601 date and time, extended or basic: `Z`, an offset with or without a colon, or none, which means `timeZone`.
 * `undefined` where it is none, names a day or an hour that does not exist, or lies outside of the years 1 to 9999 in
 * UTC. Fractions are cut to milliseconds.
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
  const real =
    wall.getUTCMonth() === month - 1 && wall.getUTCDate() === day && hour < 24 && minute < 60 && second < 60;
  if (!real || year < 1) return undefined;
  const offset = parts[8];
  const offsetMs = offset === undefined ? zoneOffsetMs(timeZone, wallMs) : parseOffsetMs(offset);
  if (offsetMs === undefined) return undefined;
  const moment = wallMs - offsetMs;
  return moment >= FIRST_MOMENT && moment <= LAST_MOMENT ? new Date(moment) : undefined;
}

/** What a zone's clocks show at a moment, to be read by the `getUTC…` methods. Throws `RangeError` on an unknown zone. */
export function wallClock(timeZone: string, at: Date): Date {
  if (timeZone === "UTC") return at;
  const quarter = Math.floor(at.getTime() / QUARTER_MS);
  if (lastOffset?.timeZone !== timeZone || lastOffset.quarter !== quarter)
    lastOffset = { timeZone, quarter, ms: shownAt(timeZone, quarter * QUARTER_MS) - quarter * QUARTER_MS };
  return new Date(at.getTime() + lastOffset.ms);
}

/** A moment in a zone as a table keeps it, `2026-12-12 21:42:14`: it sorts, and every program reads it. */
export function stampIn(timeZone: string, at: Date): string {
  return wallClock(timeZone, at)
    .toISOString()
    .replace("T", " ")
    .replace(/\.\d{3}Z$/, "");
}

/** Clocks are changed on quarters of an hour. Rows that follow one another are mostly of one: asking takes microseconds. */
const QUARTER_MS = 15 * 60_000;
let lastOffset: { timeZone: string; quarter: number; ms: number } | undefined;

function parseOffsetMs(offset: string): number | undefined {
  if (offset.toUpperCase() === "Z") return 0;
  const hours = Number(offset.slice(1, 3));
  const minutes = Number(offset.slice(3).replace(":", "") || 0);
  if (hours > 23 || minutes > 59) return undefined;
  return (offset.startsWith("-") ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

/** What a zone's clocks are ahead of UTC at a wall-clock time, in milliseconds. */
function zoneOffsetMs(timeZone: string, wallMs: number): number {
  const whole = wallMs - (wallMs % 1000);
  const guess = shownAt(timeZone, whole) - whole;
  return shownAt(timeZone, whole - guess) - (whole - guess);
}

/** What a zone's clocks show at a moment of whole seconds, as if it were UTC. */
function shownAt(timeZone: string, utcMs: number): number {
  const parts = wallFormat(timeZone).formatToParts(new Date(utcMs));
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const isBeforeChrist = parts.some(({ type, value }) => type === "era" && value.startsWith("B"));
  const shown = new Date(0);
  shown.setUTCFullYear(isBeforeChrist ? 1 - read("year") : read("year"), read("month") - 1, read("day"));
  return shown.setUTCHours(read("hour"), read("minute"), read("second"));
}

/**
 * The first moment that is later than this time at the bank's precision: many banks give whole seconds, and an assignment
 * or a pairing that began within that second counts for them.
 */
export function endOfMoment(time: Date): Date {
  const isWholeSecond = time.getTime() % 1_000 === 0;
  return new Date(time.getTime() + (isWholeSecond ? 1_000 : 1));
}
