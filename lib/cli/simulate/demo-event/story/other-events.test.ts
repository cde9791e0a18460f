// Guarantee: the organisation's other events have the totals of the list of events.
import { expect, it } from "vitest";
import { randomFrom } from "../../random";
import { generateEvent, isUnsettled, OTHER_EVENTS } from "./other-events";
import { sum } from "./payment";

it.each(OTHER_EVENTS.map((event) => ({ ...event })))(
  "$name: has the listed number of payments and takings",
  (event) => {
    const payments = generateEvent(event, randomFrom(1));
    expect({ count: payments.length, naira: sum(payments.map(({ naira }) => naira)) }).toEqual({
      count: event.count,
      naira: event.naira,
    });
    expect(payments).toEqual(generateEvent(event, randomFrom(1)));
    const last = payments.at(-1);
    if (last) expect(last.atMs).toBe(event.lastAtMs);
    for (const { terminal, channel, naira } of payments) {
      expect(naira).toBeGreaterThan(0);
      expect(terminal).toBeLessThanOrEqual(event.terminals);
      expect(terminal > 0).toBe(channel === "pos");
    }
  },
);

it("the unsettled amount of Ibadan is 312,000 naira, all of it transfers", () => {
  const unsettled = OTHER_EVENTS.flatMap((event) =>
    generateEvent(event, randomFrom(1)).filter((payment) => isUnsettled(event, payment)),
  );
  expect(sum(unsettled.map(({ naira }) => naira))).toBe(312_000);
  expect(new Set(unsettled.map(({ channel }) => channel))).toEqual(new Set(["bank_transfer"]));
});
