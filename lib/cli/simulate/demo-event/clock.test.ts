// Guarantee: the story keeps its intervals and its minutes at any real start time.
import { describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/core/time/durations";
import { alignSeconds, nextSettlementTime, storyClock } from "./clock";
import { atClock } from "./story/payment";

const BEGIN_MS = atClock("21:42:18");
const AT = new Date("2026-11-22T03:30:18.000Z");

describe("the story's clock", () => {
  const clock = storyClock({ beginMs: BEGIN_MS, at: AT, speed: 60 });

  it("maps its anchor to the given time and keeps earlier intervals", () => {
    expect(clock(BEGIN_MS)).toEqual(AT);
    expect(clock(BEGIN_MS - 18 * MINUTE_MS)).toEqual(new Date(AT.getTime() - 18 * MINUTE_MS));
  });

  it("runs sixty times faster afterwards", () => {
    expect(clock(BEGIN_MS + HOUR_MS)).toEqual(new Date(AT.getTime() + MINUTE_MS));
  });

  it("keeps the time of day on other days: nine in the morning stays nine in the morning", () => {
    expect(clock(-10 * DAY_MS - 8 * HOUR_MS).toISOString()).toMatch(/T08:00:00.000Z$/);
    expect(clock(19 * DAY_MS).toISOString()).toMatch(/T16:00:00.000Z$/);
  });

  it("maps no past moment to the future, for any start hour", () => {
    for (let hour = 0; hour < 24; hour++) {
      const at = new Date(AT.getTime() + hour * HOUR_MS);
      const tied = storyClock({ beginMs: BEGIN_MS, at, speed: 1 });
      for (let back = 1; back < 20 * 24; back++) {
        expect(tied(BEGIN_MS - back * HOUR_MS).getTime()).toBeLessThan(at.getTime());
      }
    }
  });
});

it("the next moment with the story's seconds keeps its minutes complete", () => {
  expect(alignSeconds(new Date("2026-11-22T03:30:10.500Z"), BEGIN_MS)).toEqual(AT);
  expect(alignSeconds(AT, BEGIN_MS)).toEqual(AT);
  expect(alignSeconds(new Date("2026-11-22T03:30:19.000Z"), BEGIN_MS)).toEqual(
    new Date("2026-11-22T03:31:18.000Z"),
  );
});

it.each([
  ["a Thursday's payment on Friday", "2026-12-10T22:30:00Z", "2026-12-11"],
  ["a Friday's on Monday", "2026-12-11T09:00:00Z", "2026-12-14"],
  ["a Saturday night's on Monday, also after midnight", "2026-12-12T23:40:00Z", "2026-12-14"],
])("the bank settles %s, in the forenoon of Lagos", (_, paidAt, day) => {
  expect(nextSettlementTime(new Date(paidAt), "Africa/Lagos").toISOString()).toBe(`${day}T09:41:07.000Z`);
});
