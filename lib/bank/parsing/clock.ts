import { parseInstant } from "@/lib/core/time";

/**
 * The zone of a bank's clock where a time comes without one. The banks' documentation does not state it [?]; every
 * sample agrees with the clock of the country they serve.
 */
const BANK_TIME_ZONE = "Africa/Lagos";

const DAY_FIRST = /^(\d{1,2})\/(\d{1,2})\/(\d{4})\s+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*(AM|PM)$/i;

/** Monnify's second form, day first on a clock of twelve hours (`17/11/2021 3:48:10 PM`), as ISO 8601. */
function isoOfDayFirst(text: string): string {
  const match = DAY_FIRST.exec(text);
  if (!match) return text;
  const [, day = "", month = "", year = "", hour = "", minute = "", second = "00", half = ""] = match;
  const hours = Number(hour);
  if (hours < 1 || hours > 12) return text;
  const onTheDay = (hours % 12) + (half.toUpperCase() === "PM" ? 12 : 0);
  const two = (part: string | number) => String(part).padStart(2, "0");
  return `${year}-${two(month)}-${two(day)}T${two(onTheDay)}:${minute}:${second}`;
}

/**
 * Reads a time as banks write it: ISO 8601 with `Z`, an offset (also `+0100`) or no zone, any fraction, a space for
 * the `T`, or day first with AM or PM. Without a zone the bank's own clock is meant. `undefined` where it is none.
 */
export function readMoment(
  text: string | null | undefined,
  timeZone: string = BANK_TIME_ZONE,
): Date | undefined {
  return text ? parseInstant(isoOfDayFirst(text.trim()), timeZone) : undefined;
}

/** What a bank's clock in Lagos shows, with milliseconds and no zone: `2021-11-17 11:28:42.615`. */
export function lagosClock(instant: Date): string {
  const LAGOS_AHEAD_MS = 3_600_000;
  return new Date(instant.getTime() + LAGOS_AHEAD_MS).toISOString().slice(0, -1).replace("T", " ");
}
