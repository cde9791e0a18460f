/** Guarantee: times are formatted in the page's zone, by default Lagos, independent of the device's clock and zone. */
import { expect, test } from "vitest";
import {
  formatAgo,
  formatDate,
  formatDuration,
  formatFull,
  formatMilliseconds,
  formatRange,
  formatRelativeDay,
  formatTime,
  isSameDay,
  localDay,
} from "./format-date";

const paid = "2026-12-12T20:42:14.318Z";
const later = (seconds: number) => new Date(Date.parse(paid) + seconds * 1000);

test("times and dates are formatted for rows, histories, dates and tooltips", () => {
  expect(formatTime(paid)).toBe("21:42:14");
  expect(formatMilliseconds("2026-12-12T20:42:14.008Z")).toBe("21:42:14.008");
  expect(formatDate(paid)).toBe("Sat 12 Dec 2026");
  expect(formatFull(new Date(paid))).toBe("Sat 12 Dec 2026, 21:42:14 WAT");
});

test("the day changes at midnight in Lagos, not in UTC", () => {
  expect(localDay("2026-12-31T23:30:00.000Z")).toBe("2027-01-01");
  expect(isSameDay("2026-12-12T22:59:59.999Z", "2026-12-12T23:00:00.000Z")).toBe(false);
});

test.each([
  [-3, "0 s ago"],
  [4, "4 s ago"],
  [59, "59 s ago"],
  [60, "1 min ago"],
  [3599, "59 min ago"],
  [3600, "21:42"],
  [4 * 3600, "Yesterday 21:42"],
  [3 * 86_400, "12 Dec, 21:42"],
  [40 * 86_400, "12 Dec 2026"],
])("%i seconds later it was %s", (seconds, text) => {
  expect(formatAgo(paid, later(seconds))).toBe(text);
});

test("today, yesterday and tomorrow are named", () => {
  expect(formatRelativeDay(paid, later(0))).toBe("Today");
  expect(formatRelativeDay(paid, later(86_400))).toBe("Yesterday");
  expect(formatRelativeDay(later(86_400), paid)).toBe("Tomorrow");
  expect(formatRelativeDay(paid, later(3 * 86_400))).toBe("Sat 12 Dec");
  expect(formatRelativeDay(paid, later(40 * 86_400))).toBe("Sat 12 Dec 2026");
});

test("a range over midnight is one evening; longer ranges are dates", () => {
  const at = (text: string) => `2026-${text}:00.000Z`;
  expect(formatRange(at("12-12T16:00"), at("12-13T00:00"))).toBe("Sat 12 Dec 2026, 17:00 – 01:00");
  expect(formatRange(at("11-28T09:00"), at("11-29T20:00"))).toBe("28 – 29 Nov 2026");
  expect(formatRange(at("10-30T09:00"), at("11-01T20:00"), at("12-12T20:00"))).toBe("30 Oct – 1 Nov");
  expect(formatRange(at("12-12T16:00"), null)).toBe("Sat 12 Dec 2026, 17:00");
  expect(formatRange(at("12-12T16:00"), undefined, at("12-12T20:00"))).toBe("Today, 17:00");
  expect(formatRange(undefined, null)).toBeUndefined();
});

test("durations have two units at most", () => {
  expect([42_000, 1_080_000, 12_000_000, 7_200_000, 187_200_000].map(formatDuration)).toEqual([
    "42 s",
    "18 min",
    "3 h 20 min",
    "2 h",
    "2 d 4 h",
  ]);
});
