/** Guarantee: each page formats times in the zone of its own request. */
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { formatFull } from "@/lib/core/format/format-date";
import { setPageZone, withPageZone } from "./page-zone";

const AT = "2026-12-12T20:42:14.000Z";

/** Renders a page of an organisation in parts, as Next does while data arrives. */
const render = (timeZone: string) =>
  withPageZone(async () => {
    const parts = [formatFull(AT)];
    await setImmediate();
    setPageZone(timeZone);
    for (let part = 0; part < 3; part++) {
      await setImmediate();
      parts.push(formatFull(AT));
    }
    return parts;
  });

test("two pages that are rendered at the same time each have their own zone", async () => {
  const [accra, nairobi] = await Promise.all([render("Africa/Accra"), render("Africa/Nairobi")]);
  const of = (time: string) => Array.from({ length: 3 }, () => `Sat 12 Dec 2026, ${time}`);
  const lagos = "Sat 12 Dec 2026, 21:42:14 WAT";
  expect(accra).toEqual([lagos, ...of("20:42:14 GMT")]);
  expect(nairobi).toEqual([lagos, ...of("23:42:14 EAT")]);
  expect(formatFull(AT)).toBe(lagos);
});

test("an unknown zone is refused", () => {
  expect(() => setPageZone("Lagos")).toThrow(RangeError);
});
