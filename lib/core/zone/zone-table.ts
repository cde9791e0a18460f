import { DAY_MS } from "@/lib/core/time/durations";
import { wallClock } from "../time";
import type { ZonePeriod, ZoneTable } from "./zone";

/** Zones keep an offset for at least some weeks: Morocco leaves its summer time for the month of Ramadan. */
const PROBE_MS = 7 * DAY_MS;
const YEAR_MS = 365 * DAY_MS;
/** How far from now times are formatted exactly; beyond, the nearest known offset applies. */
const YEARS_BACK = 10;
const YEARS_AHEAD = 20;

const nameFormats = new Map<string, Intl.DateTimeFormat>();

/** Returns a zone's abbreviation at a time: `WAT`, `GMT+2`. */
function abbreviationAt(timeZone: string, ms: number): string {
  const format =
    nameFormats.get(timeZone) ?? new Intl.DateTimeFormat("en-NG", { timeZone, timeZoneName: "short" });
  nameFormats.set(timeZone, format);
  return format.formatToParts(ms).find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
}

const offsetAt = (timeZone: string, ms: number) => wallClock(timeZone, new Date(ms)).getTime() - ms;

/** Returns the first minute between two times at which the zone has no longer the offset of the first one. */
function changeBetween(timeZone: string, fromMs: number, toMs: number): number {
  const before = offsetAt(timeZone, fromMs);
  let [low, high] = [Math.floor(fromMs / 60_000), Math.ceil(toMs / 60_000)];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(timeZone, middle * 60_000) === before) low = middle;
    else high = middle;
  }
  return high * 60_000;
}

function makeTable(timeZone: string, nowMs: number): ZoneTable {
  const period = (ms: number): ZonePeriod => [ms, offsetAt(timeZone, ms), abbreviationAt(timeZone, ms)];
  const startMs = Math.floor((nowMs - YEARS_BACK * YEAR_MS) / DAY_MS) * DAY_MS;
  const later: ZonePeriod[] = [];
  let offset = offsetAt(timeZone, startMs);
  for (let ms = startMs; ms < nowMs + YEARS_AHEAD * YEAR_MS; ms += PROBE_MS) {
    const next = offsetAt(timeZone, ms + PROBE_MS);
    if (next !== offset) later.push(period(changeBetween(timeZone, ms, ms + PROBE_MS)));
    offset = next;
  }
  return [period(startMs), ...later];
}

const tables = new Map<string, ZoneTable>();

/**
 * Returns the offsets of an IANA time zone, from ten years ago to in twenty years; made once per process and zone. Throws
 * `RangeError` for an unknown zone.
 */
export function zoneTable(timeZone: string): ZoneTable {
  const table = tables.get(timeZone) ?? makeTable(timeZone, Date.now());
  tables.set(timeZone, table);
  return table;
}

/** The time zones that can be chosen, as IANA names. */
export const TIME_ZONES: readonly string[] = [
  ...new Set([...Intl.supportedValuesOf("timeZone"), "UTC"]),
].sort();

/**
 * Returns the time zone of an organisation's screens: its own, or else that of the business, also if this process's zone data
 * lack the zone, because another one with newer zone data has stored it.
 */
export const screenTimeZone = (own: string | null, businessTimeZone: string): string =>
  own !== null && TIME_ZONES.includes(own) ? own : businessTimeZone;
