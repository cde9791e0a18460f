import { AsyncLocalStorage } from "node:async_hooks";
import { setZoneSource, type ZoneTable } from "@/lib/core/zone/zone";
import { zoneTable } from "@/lib/core/zone/zone-table";
import { singleton } from "@/lib/process-singleton";

/** The zone of each page that is being rendered: set by the page, read by `lib/core/zone/zone`. */
const pages = singleton("page zones", () => new AsyncLocalStorage<{ zone?: ZoneTable }>());

setZoneSource(() => pages.getStore()?.zone);

/** Runs the handling of one request, whose page can set its zone. Returns what `handle` returns. */
export const withPageZone = <T>(handle: () => T): T => pages.run({}, handle);

/**
 * Sets the zone in which the page of this request formats times, an IANA name, and returns its table for the browser. Throws
 * `RangeError` for an unknown zone.
 */
export function setPageZone(timeZone: string): ZoneTable {
  const zone = zoneTable(timeZone);
  const page = pages.getStore();
  if (page) page.zone = zone;
  return zone;
}
