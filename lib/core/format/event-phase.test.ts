/** Guarantee: an event has one phase at any time; at its exact start and end it has the later one. */
import { expect, test } from "vitest";
import { eventPhase } from "./event-phase";

const [START, END] = ["2026-12-12T16:00:00.000Z", "2026-12-13T00:00:00.000Z"];

test.each([
  [false, START, END, "2026-12-12T15:59:59.999Z", "upcoming"],
  [false, START, END, START, "live"],
  [false, START, END, "2026-12-12T23:59:59.999Z", "live"],
  [false, START, END, END, "past_end"],
  [true, START, END, "2026-12-12T15:00:00.000Z", "closed"],
  [true, START, END, "2027-01-01T00:00:00.000Z", "closed"],
  [false, null, END, "2020-01-01T00:00:00.000Z", "live"],
  [false, START, null, "2027-01-01T00:00:00.000Z", "live"],
  [false, null, null, START, "live"],
  [false, END, START, "2026-12-12T20:00:00.000Z", "upcoming"],
] as const)("closed %s, from %s to %s: at %s it is %s", (isClosed, startsAt, endsAt, now, phase) => {
  expect(eventPhase({ isClosed, startsAt, endsAt }, now)).toBe(phase);
  const dates = { startsAt: startsAt && new Date(startsAt), endsAt: endsAt && new Date(endsAt) };
  expect(eventPhase({ isClosed, ...dates }, new Date(now))).toBe(phase);
});
