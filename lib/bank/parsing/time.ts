import { parseInstant } from "@/lib/core/time";

/** The zone of times without one. The banks do not document it [?]; every sample is consistent with Nigerian time. */
const BANK_TIME_ZONE = "Africa/Lagos";

const DAY_FIRST = /^(\d{1,2})\/(\d{1,2})\/(\d{4})\s+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*(AM|PM)$/i;

/** Converts Monnify's second format, day first with AM or PM (`17/11/2021 3:48:10 PM`), to ISO 8601. */
function dayFirstToIso(text: string): string {
  const match = DAY_FIRST.exec(text);
  if (!match) return text;
  const [, day = "", month = "", year = "", hour = "", minute = "", second = "00", half = ""] = match;
  const hours = Number(hour);
  if (hours < 1 || hours > 12) return text;
  const hour24 = (hours % 12) + (half.toUpperCase() === "PM" ? 12 : 0);
  const twoDigits = (part: string | number) => String(part).padStart(2, "0");
  return `${year}-${twoDigits(month)}-${twoDigits(day)}T${twoDigits(hour24)}:${minute}:${second}`;
}

/**
 * Parses a bank's time: ISO 8601 with `Z`, an offset (also `+0100`) or no zone, any fraction, a space instead of the `T`,
 * or day first with AM or PM. A time without a zone is in `timeZone`. Returns `undefined` if it is not a time.
 */
export function parseBankTime(
  text: string | null | undefined,
  timeZone: string = BANK_TIME_ZONE,
): Date | undefined {
  return text ? parseInstant(dayFirstToIso(text.trim()), timeZone) : undefined;
}

/** Formats a time in Lagos time, with milliseconds and without a zone: `2021-11-17 11:28:42.615`. */
export function formatLagosTime(instant: Date): string {
  const LAGOS_OFFSET_MS = 3_600_000;
  return new Date(instant.getTime() + LAGOS_OFFSET_MS).toISOString().slice(0, -1).replace("T", " ");
}
