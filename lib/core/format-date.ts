/** A moment as the browser meets it: a `Date`, or the wire's ISO string. */
export type Moment = Date | string;

/** West Africa Time is an hour ahead of UTC all year: no table of zones is needed to show it. */
const AHEAD_MS = 3_600_000;
const DAY_MS = 86_400_000;
const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);

const msOf = (moment: Moment) => new Date(moment).getTime();
const two = (number: number) => String(number).padStart(2, "0");

/** The wall clock in Lagos, to be read by the `getUTC…` methods. */
const wallOf = (moment: Moment) => new Date(msOf(moment) + AHEAD_MS);
const dayNumber = (moment: Moment) => Math.floor((msOf(moment) + AHEAD_MS) / DAY_MS);

/** The beginning, in milliseconds, of the slot of so many milliseconds that a moment falls into, on the clocks of Lagos. */
export function floorInLagos(ms: number, slotMs: number): number {
  return Math.floor((ms + AHEAD_MS) / slotMs) * slotMs - AHEAD_MS;
}

/** A row's time: `21:42:14`. */
export function formatTime(moment: Moment): string {
  return `${formatMinute(moment)}:${two(wallOf(moment).getUTCSeconds())}`;
}

/** A time of which the order of things is to be read: `21:42:14.318`. */
export function formatMilliseconds(moment: Moment): string {
  return `${formatTime(moment)}.${String(wallOf(moment).getUTCMilliseconds()).padStart(3, "0")}`;
}

/** A time to the minute: `21:42`. */
export function formatMinute(moment: Moment): string {
  const wall = wallOf(moment);
  return `${two(wall.getUTCHours())}:${two(wall.getUTCMinutes())}`;
}

/** A day without its year: `12 Dec`. */
export function formatDay(moment: Moment): string {
  const wall = wallOf(moment);
  return `${wall.getUTCDate()} ${formatMonth(moment).slice(0, 3)}`;
}

/** The month: `December`. */
export function formatMonth(moment: Moment): string {
  return MONTHS[wallOf(moment).getUTCMonth()] ?? "";
}

/** A day with its weekday: `Sat 12 Dec`. */
export function formatWeekday(moment: Moment): string {
  return `${DAYS[wallOf(moment).getUTCDay()]} ${formatDay(moment)}`;
}

/** A whole date: `Sat 12 Dec 2026`. */
export function formatDate(moment: Moment): string {
  return `${formatWeekday(moment)} ${wallOf(moment).getUTCFullYear()}`;
}

/** All there is to say: `Sat 12 Dec 2026, 21:42:14 WAT`. */
export function formatFull(moment: Moment): string {
  return `${formatDate(moment)}, ${formatTime(moment)} WAT`;
}

/** The calendar day in Lagos, `2026-12-12`: what rows of one day share. */
export function lagosDay(moment: Moment): string {
  return wallOf(moment).toISOString().replace(/T.*/, "");
}

/** Whether two moments fall on one day in Lagos. */
export function isSameDay(a: Moment, b: Moment): boolean {
  return dayNumber(a) === dayNumber(b);
}

/** `Today`, `Yesterday`, `Tomorrow`, else the date, with its year where it is not this one. */
export function formatNearDay(moment: Moment, now: Moment): string {
  const days = dayNumber(moment) - dayNumber(now);
  if (days === 0) return "Today";
  if (days === -1) return "Yesterday";
  if (days === 1) return "Tomorrow";
  return sameYear(moment, now) ? formatWeekday(moment) : formatDate(moment);
}

const sameYear = (a: Moment, b: Moment) => wallOf(a).getUTCFullYear() === wallOf(b).getUTCFullYear();

/**
 * How long ago: `4 s ago`, `18 min ago`, then a clock time, then a date. A moment that is yet to come, by a clock that
 * is a little off, is `0 s ago`.
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

/** How long something lasts or has lasted: `42 s`, `18 min`, `3 h 20 min`, `2 d 4 h`. */
export function formatSpan(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  const [large, small] =
    hours < 24 ? [`${hours} h`, `${minutes % 60} min`] : [`${Math.floor(hours / 24)} d`, `${hours % 24} h`];
  return small.startsWith("0 ") ? large : `${large} ${small}`;
}

/** A night over midnight is still one evening: up to this long, an end on the next day is told by its time alone. */
const ONE_NIGHT_MS = 18 * 3_600_000;

/**
 * From when to when: `Sat 12 Dec 2026, 17:00 – 01:00` for one night, `28 – 29 Nov 2026` or `30 Oct – 1 Nov 2026` for
 * more; with one end, `Sat 12 Dec 2026, 17:00`; `undefined` with none. With `now`, this year goes unsaid and today is `Today`.
 */
export function formatRange(start?: Moment | null, end?: Moment | null, now?: Moment): string | undefined {
  const only = start ?? end;
  if (!only) return undefined;
  const date = (moment: Moment) => (now ? formatNearDay(moment, now) : formatDate(moment));
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
