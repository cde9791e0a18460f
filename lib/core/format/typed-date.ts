import { offsetAt } from "../zone/zone";

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTH_NAMES = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** A day, with a time of day if one was typed. */
interface TypedMoment {
  /** `2026-11-23`. */
  day: string;
  /** `17:00`. */
  time: string | undefined;
}

const padTwo = (number: number) => String(number).padStart(2, "0");

/** Returns a day that exists, as `2026-11-23`. */
function toDay(year: number, month: number, date: number): string | undefined {
  const day = `${year}-${padTwo(month)}-${padTwo(date)}`;
  const parsed = new Date(`${day}T00:00:00.000Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(day) ? day : undefined;
}

/** Parses `23 Nov 2026`, also with a weekday or a long month, `23/11/2026` (day first) and `2026-11-23`. */
function parseDay(text: string): string | undefined {
  const named = /^(?:[a-z]{3,9},?\s+)?(\d{1,2})[\s-]+([a-z]{3,9})\.?,?[\s-]+(\d{4})$/i.exec(text);
  if (named) {
    const month = MONTHS.indexOf((named[2] ?? "").slice(0, 3).toLowerCase()) + 1;
    return toDay(Number(named[3]), month, Number(named[1]));
  }
  const numbers = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text);
  if (numbers) return toDay(Number(numbers[3]), Number(numbers[2]), Number(numbers[1]));
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  return iso ? toDay(Number(iso[1]), Number(iso[2]), Number(iso[3])) : undefined;
}

const TIME = /[,\sT]+(?:at\s+)?(\d{1,2})(?::(\d{2}))?\s*(am|pm)?$/i;

function toTime(hours: number, minutes: number, half: string | undefined): string | undefined {
  if (half && (hours < 1 || hours > 12)) return undefined;
  const hour = half ? (hours % 12) + (half.toLowerCase() === "pm" ? 12 : 0) : hours;
  return hour < 24 && minutes < 60 ? `${padTwo(hour)}:${padTwo(minutes)}` : undefined;
}

/**
 * Parses a date as people type it, with or without a time of day: `23 Nov 2026`, `Mon 23 Nov 2026, 17:00`,
 * `23/11/2026 5 pm`. `undefined` if it is not a date that exists.
 */
export function parseTypedMoment(text: string): TypedMoment | undefined {
  const typed = text.trim().replace(/\s+/g, " ");
  const found = TIME.exec(typed);
  // Two digits alone are no time: they can belong to the date.
  if (!found || (found[2] === undefined && found[3] === undefined)) {
    const day = parseDay(typed);
    return day ? { day, time: undefined } : undefined;
  }
  const day = parseDay(typed.slice(0, found.index));
  const time = toTime(Number(found[1]), Number(found[2] ?? 0), found[3]);
  return day && time ? { day, time } : undefined;
}

/** Formats `2026-11-23` as `23 Nov 2026`, and `2026-11-23T17:00` as `23 Nov 2026, 17:00`. */
export function formatTypedMoment(value: string): string {
  const [day = "", time] = value.split("T");
  const [year, month, date] = day.split("-").map(Number);
  const shown = `${date} ${MONTH_NAMES[(month ?? 0) - 1]} ${year}`;
  return time ? `${shown}, ${time}` : shown;
}

/** Whether a field's value is a day (`2026-11-23`), with a time of day (`2026-11-23T17:00`) if `withTime`. */
export const isMomentValue = (value: string, withTime: boolean): boolean =>
  (withTime ? /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/ : /^\d{4}-\d{2}-\d{2}$/).test(value);

/**
 * Converts a field's value with a time of day, `2026-11-23T17:00` on the clocks of the page's zone, to a time in UTC:
 * `2026-11-23T16:00:00.000Z`. A time that the clocks skip is taken as if they did not; any other text stays as it is.
 */
export function toUtc(value: string): string {
  if (!isMomentValue(value, true)) return value;
  const wallMs = Date.parse(`${value}:00.000Z`);
  return new Date(wallMs - offsetAt(wallMs - offsetAt(wallMs))).toISOString();
}
