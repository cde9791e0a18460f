// Guarantee: the organisation's other events come to what the list of events shows.
import { expect, it } from "vitest";
import { randomFrom } from "../../random";
import { sum } from "./amounts";
import { isHeld, OTHER_EVENTS, tellEvent } from "./other-events";

it.each(OTHER_EVENTS.map((event) => ({ ...event })))("$name: as many payments, and as much", (event) => {
  const payments = tellEvent(event, randomFrom(1));
  expect({ count: payments.length, naira: sum(payments.map(({ naira }) => naira)) }).toEqual({
    count: event.count,
    naira: event.naira,
  });
  expect(payments).toEqual(tellEvent(event, randomFrom(1)));
  const last = payments.at(-1);
  if (last) expect(last.atMs).toBe(event.lastAtMs);
  for (const { terminal, channel, naira } of payments) {
    expect(naira).toBeGreaterThan(0);
    expect(terminal).toBeLessThanOrEqual(event.terminals);
    expect(terminal > 0).toBe(channel === "pos");
  }
});

it("what the bank still holds of Ibadan is 312,000 naira, all of it transfers", () => {
  const held = OTHER_EVENTS.flatMap((event) =>
    tellEvent(event, randomFrom(1)).filter((payment) => isHeld(event, payment)),
  );
  expect(sum(held.map(({ naira }) => naira))).toBe(312_000);
  expect(new Set(held.map(({ channel }) => channel))).toEqual(new Set(["bank_transfer"]));
});
