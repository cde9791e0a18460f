/** Guarantee: a page's times are those of its zone, in summer and winter, and calendar days have no zone. */
import { afterEach, describe, expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "@/lib/core/time/durations";
import { floorToSlot, formatAgo, formatDate, formatDay, formatFull, localDay } from "../format/format-date";
import { toUtc } from "../format/typed-date";
import { formatTimestampIn } from "../time";
import { setZoneSource } from "./zone";
import { screenTimeZone, TIME_ZONES, zoneTable } from "./zone-table";

const ZONES = ["Africa/Lagos", "Europe/London", "America/New_York", "Asia/Kathmandu", "Africa/Casablanca"];

/** Formats times in a zone from now on, as a page of it does. */
function inZone(timeZone: string): void {
  const table = zoneTable(timeZone);
  setZoneSource(() => table);
}
afterEach(() => setZoneSource(undefined));

describe("the table of a zone", () => {
  test("a zone without summer time has one period", () => {
    expect(zoneTable("Africa/Lagos")).toEqual([[expect.any(Number), HOUR_MS, "WAT"]]);
    expect(zoneTable("UTC")).toEqual([[expect.any(Number), 0, "UTC"]]);
  });

  test.each(ZONES)("agrees with the zone data in every hour around its changes: %s", (timeZone) => {
    inZone(timeZone);
    for (const [changeMs] of zoneTable(timeZone).slice(1, 9))
      for (const at of [-25, -2, -1, 0, 1, 25].map((hours) => new Date(changeMs + hours * HOUR_MS)))
        for (const moment of [at, new Date(at.getTime() - 1)]) {
          const [day, time] = formatTimestampIn(timeZone, moment).split(" ");
          expect(localDay(moment)).toBe(day);
          expect(formatFull(moment)).toContain(time);
        }
  });

  test("every zone that can be chosen has a table", () => {
    expect(TIME_ZONES).toContain("Africa/Lagos");
    for (const zone of TIME_ZONES.filter((_, index) => index % 40 === 0))
      expect(zoneTable(zone).length, zone).toBeGreaterThan(0);
    expect(() => zoneTable("Lagos")).toThrow(RangeError);
  });
});

test("an organisation without a zone, or with one that is unknown here, has that of the business", () => {
  const zones = [null, "Africa/Accra", "Atlantic/Atlantis"].map((own) => screenTimeZone(own, "Africa/Lagos"));
  expect(zones).toEqual(["Africa/Lagos", "Africa/Accra", "Africa/Lagos"]);
});

describe("in New York", () => {
  test("times, days and abbreviations are those there", () => {
    inZone("America/New_York");
    expect(formatFull("2026-12-13T00:30:00.000Z")).toBe("Sat 12 Dec 2026, 19:30:00 GMT-5");
    expect(formatFull("2026-07-01T00:30:00.000Z")).toBe("Tue 30 Jun 2026, 20:30:00 GMT-4");
    expect(formatAgo("2026-12-12T23:00:00.000Z", "2026-12-13T04:00:00.000Z")).toBe("18:00");
  });

  test("a calendar day stays that day", () => {
    inZone("America/New_York");
    expect([formatDate("2026-11-25"), formatDay("2026-12-01")]).toEqual(["Wed 25 Nov 2026", "1 Dec"]);
  });

  test("a typed time is one there, in winter and summer", () => {
    inZone("America/New_York");
    expect(toUtc("2026-12-12T17:00")).toBe("2026-12-12T22:00:00.000Z");
    expect(toUtc("2026-07-12T17:00")).toBe("2026-07-12T21:00:00.000Z");
    expect(toUtc("tomorrow")).toBe("tomorrow");
  });

  test("a day begins at midnight there, also on the day the clocks change", () => {
    inZone("America/New_York");
    const startOf = (text: string) => new Date(floorToSlot(Date.parse(text), DAY_MS)).toISOString();
    expect(startOf("2026-12-12T03:00:00.000Z")).toBe("2026-12-11T05:00:00.000Z");
    // The clocks change at 07:00 UTC in March, at 06:00 in November.
    expect(startOf("2026-03-08T18:00:00.000Z")).toBe("2026-03-08T05:00:00.000Z");
    expect(startOf("2026-11-01T18:00:00.000Z")).toBe("2026-11-01T04:00:00.000Z");
  });
});

test("without a page's zone times are those of West Africa", () => {
  expect(formatFull("2026-12-12T20:42:14.318Z")).toBe("Sat 12 Dec 2026, 21:42:14 WAT");
  expect(toUtc("2026-12-12T17:00")).toBe("2026-12-12T16:00:00.000Z");
});
