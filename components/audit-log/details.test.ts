import { expect, test } from "vitest";
import { formatDetails } from "./details";

test("a detail's time is in the page's zone, as the times of the entries are", () => {
  expect(formatDetails({ since: "2026-11-30T03:57:00.000Z", until: "2026-11-30T23:30:05Z" })).toBe(
    "since: Mon 30 Nov 2026, 04:57:00 WAT, until: Tue 1 Dec 2026, 00:30:05 WAT",
  );
});

test("a role has its display name; days, numbers and other texts stay as they are", () => {
  expect(
    formatDetails({ role: "owner", pos_count: "3", day: "2026-11-30", name: "At 2026-11-30T03:57:00Z" }),
  ).toBe("role: Owner, pos count: 3, day: 2026-11-30, name: At 2026-11-30T03:57:00Z");
});
