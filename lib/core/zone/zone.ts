/** From this time on (ms) a zone has this offset from UTC (ms) and this abbreviation. */
export type ZonePeriod = readonly [fromMs: number, offsetMs: number, abbreviation: string];

/**
 * A time zone as the table of its offsets, the earliest first; the first one also applies before. The server makes it
 * (`lib/core/zone/zone-table`), so that the browser formats a time as the server did, whatever zone data it has.
 */
export type ZoneTable = readonly [ZonePeriod, ...ZonePeriod[]];

/** Returns the zone of the page that is rendered; undefined outside of a page. */
type ZoneSource = () => ZoneTable | undefined;

declare global {
  /** Global, because Next renders client components in a bundle of their own, without the one that has the request's zone. */
  var takingsZone: ZoneSource | undefined;
}

/** Sets what returns the page's zone: on the server that of the request, in the browser that of the page. */
export function setZoneSource(source: ZoneSource | undefined): void {
  // biome-ignore lint/style/noRestrictedGlobals: the browser, for which core is too, has no singletons
  globalThis.takingsZone = source;
}

/** West Africa Time: the zone where no page sets another. */
const WAT: ZoneTable = [[0, 3_600_000, "WAT"]];

function periodAt(ms: number): ZonePeriod {
  // biome-ignore lint/style/noRestrictedGlobals: see `setZoneSource`
  const table = globalThis.takingsZone?.() ?? WAT;
  let found = table[0];
  for (const period of table) if (period[0] <= ms) found = period;
  return found;
}

/** Returns the offset of the page's zone from UTC at a time, both in milliseconds. */
export const offsetAt = (ms: number): number => periodAt(ms)[1];

/** Returns the abbreviation of the page's zone at a time: `WAT`, `GMT+2`. */
export const zoneNameAt = (ms: number): string => periodAt(ms)[2];
