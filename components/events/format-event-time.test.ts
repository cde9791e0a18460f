import { expect, it } from "vitest";
import { formatEventTime } from "./format-event-time";

const now = "2026-12-12T20:42:00.000Z";
const event = { starts_at: null, ends_at: null, closed_at: null, created_at: "2026-12-10T09:00:00.000Z" };

it.each([
  ["live", "2026-12-12T16:00:00.000Z", "2026-12-13T00:00:00.000Z", "Today, 17:00 – 01:00"],
  ["live", null, null, "Since Thu 10 Dec"],
  ["upcoming", "2026-12-19T19:00:00.000Z", "2026-12-20T01:00:00.000Z", "Sat 19 Dec, 20:00"],
  ["closed", "2026-11-14T17:00:00.000Z", "2026-11-15T00:30:00.000Z", "Sat 14 Nov"],
  ["closed", "2026-11-28T08:00:00.000Z", "2026-11-29T22:00:00.000Z", "28 – 29 Nov"],
  ["closed", null, null, "Thu 10 Dec"],
] as const)("a %s event from %s to %s is %s", (phase, starts_at, ends_at, when) => {
  expect(formatEventTime({ ...event, phase, starts_at, ends_at }, now)).toBe(when);
});
