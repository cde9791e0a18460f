import { DAY_MS } from "@/lib/core/time/durations";
import { offsetAt, zoneNameAt } from "../zone/zone";

/** A time in the browser: a `Date`, or an ISO string from JSON. A calendar day, `2026-12-12`, has no zone and stays that day. */
export type Moment = Date | string;

const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);

const msOf = (moment: Moment) => new Date(moment).getTime();
const padTwo = (number: number) => String(number).padStart(2, "0");

const DAY_LENGTH = "2026-12-12".length;

/** Returns the wall-clock time in the page's zone, to be read with the `getUTC…` methods. */
function wallOf(moment: Moment): Date {
  const ms = msOf(moment);
  return new Date(typeof moment === "string" && moment.length === DAY_LENGTH ? ms : ms + offsetAt(ms));
}
const dayNumber = (moment: Moment) => Math.floor(wallOf(moment).getTime() / DAY_MS);

/** Rounds a time in milliseconds down to a multiple of `slotMs` on the clocks of the page's zone. */
export function floorToSlot(ms: number, slotMs: number): number {
  const wallMs = Math.floor((ms + offsetAt(ms)) / slotMs) * slotMs;
  return wallMs - offsetAt(wallMs - offsetAt(ms));
}

/** Formats a time with seconds: `21:42:14`. */
export function formatTime(moment: Moment): string {
  return `${formatMinute(moment)}:${padTwo(wallOf(moment).getUTCSeconds())}`;
}

/** Formats a time with milliseconds: `21:42:14.318`. */
export function formatMilliseconds(moment: Moment): string {
  return `${formatTime(moment)}.${String(wallOf(moment).getUTCMilliseconds()).padStart(3, "0")}`;
}

/** Formats a time to the minute: `21:42`. */
export function formatMinute(moment: Moment): string {
  const wall = wallOf(moment);
  return `${padTwo(wall.getUTCHours())}:${padTwo(wall.getUTCMinutes())}`;
}

/** Formats a day without year: `12 Dec`. */
export function formatDay(moment: Moment): string {
  const wall = wallOf(moment);
  return `${wall.getUTCDate()} ${formatMonth(moment).slice(0, 3)}`;
}

/** Formats the month: `December`. */
export function formatMonth(moment: Moment): string {
  return MONTHS[wallOf(moment).getUTCMonth()] ?? "";
}

/** Formats a day with weekday: `Sat 12 Dec`. */
export function formatWeekday(moment: Moment): string {
  return `${DAYS[wallOf(moment).getUTCDay()]} ${formatDay(moment)}`;
}

/** Formats a full date: `Sat 12 Dec 2026`. */
export function formatDate(moment: Moment): string {
  return `${formatWeekday(moment)} ${wallOf(moment).getUTCFullYear()}`;
}

/** Formats date, time and zone: `Sat 12 Dec 2026, 21:42:14 WAT`. */
export function formatFull(moment: Moment): string {
  return `${formatDate(moment)}, ${formatTime(moment)} ${zoneNameAt(msOf(moment))}`;
}

/** Returns the calendar day in the page's zone, `2026-12-12`, used to group rows by day. */
export function localDay(moment: Moment): string {
  return wallOf(moment).toISOString().replace(/T.*/, "");
}

/** Returns whether two times fall on the same day in the page's zone. */
export function isSameDay(a: Moment, b: Moment): boolean {
  return dayNumber(a) === dayNumber(b);
}

/** Formats a day as `Today`, `Yesterday` or `Tomorrow`, else as a date, with the year if it is not the current one. */
export function formatRelativeDay(moment: Moment, now: Moment): string {
  const days = dayNumber(moment) - dayNumber(now);
  if (days === 0) return "Today";
  if (days === -1) return "Yesterday";
  if (days === 1) return "Tomorrow";
  return sameYear(moment, now) ? formatWeekday(moment) : formatDate(moment);
}

/** Writes `Today`, `Yesterday` and `Tomorrow` small, for the middle of a sentence: `Since today`. */
export const lowerDay = (day: string): string =>
  day.replace(/^(Today|Yesterday|Tomorrow)\b/, (word) => word.toLowerCase());

const sameYear = (a: Moment, b: Moment) => wallOf(a).getUTCFullYear() === wallOf(b).getUTCFullYear();

/**
 * Formats the time since a moment: `4 s ago`, `18 min ago`, then as clock time, then as date. A moment in the future,
 * due to clock skew, is `0 s ago`.
 */
export function formatAgo(moment: Moment, now: Moment): string {
  const seconds = Math.max(0, Math.floor((msOf(now) - msOf(moment)) / 1000));
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  const time = formatMinute(moment);
  if (isSameDay(moment, now)) return time;
  if (dayNumber(now) - dayNumber(moment) === 1) return `Yesterday ${time}`;
  const day = formatDay(moment);
  return sameYear(moment, now) ? `${day}, ${time}` : `${day} ${wallOf(moment).getUTCFullYear()}`;
}

/** Formats a duration: `42 s`, `18 min`, `3 h 20 min`, `2 d 4 h`. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  const [large, small] =
    hours < 24 ? [`${hours} h`, `${minutes % 60} min`] : [`${Math.floor(hours / 24)} d`, `${hours % 24} h`];
  return small.startsWith("0 ") ? large : `${large} ${small}`;
}

/** An event up to this long may end on the next day and still be formatted as one evening, with only the end's time. */
const ONE_NIGHT_MS = 18 * 3_600_000;

/**
 * Formats a time range: `Sat 12 Dec 2026, 17:00 – 01:00` for one night, `28 – 29 Nov 2026` or `30 Oct – 1 Nov 2026`
 * for several days, `Sat 12 Dec 2026, 17:00` for only a start; `undefined` for neither. With `now`, the current year
 * is omitted and the current day is `Today`.
 */
export function formatRange(start?: Moment | null, end?: Moment | null, now?: Moment): string | undefined {
  const only = start ?? end;
  if (!only) return undefined;
  const date = (moment: Moment) => (now ? formatRelativeDay(moment, now) : formatDate(moment));
  if (!start || !end) return `${start ? "" : "Until "}${date(only)}, ${formatMinute(only)}`;
  if (isSameDay(start, end) || msOf(end) - msOf(start) <= ONE_NIGHT_MS)
    return `${date(start)}, ${formatMinute(start)} – ${formatMinute(end)}`;
  const year = wallOf(end).getUTCFullYear();
  const tail = now && sameYear(end, now) && sameYear(start, now) ? "" : ` ${year}`;
  if (!sameYear(start, end))
    return `${formatDay(start)} ${wallOf(start).getUTCFullYear()} – ${formatDay(end)} ${year}`;
  const oneMonth = wallOf(start).getUTCMonth() === wallOf(end).getUTCMonth();
  return `${oneMonth ? wallOf(start).getUTCDate() : formatDay(start)} – ${formatDay(end)}${tail}`;
}
