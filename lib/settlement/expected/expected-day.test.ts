import { expect, test } from "vitest";
import { getProvider } from "@/lib/bank";
import { expectedDay } from "./expected-day";

const NEXT_BUSINESS_DAY = { days: 1, isBusinessDays: true };
const SAME_DAY = { days: 0, isBusinessDays: true, cutOffHour: 22 };

test.each([
  ["a Tuesday is settled on Wednesday", NEXT_BUSINESS_DAY, "2026-11-24", 10, "2026-11-25"],
  ["a Friday is settled on Monday", NEXT_BUSINESS_DAY, "2026-11-20", 10, "2026-11-23"],
  ["a Saturday is settled on Monday", NEXT_BUSINESS_DAY, "2026-11-21", 10, "2026-11-23"],
  [
    "the day before Independence Day, a Thursday, is settled on Friday",
    NEXT_BUSINESS_DAY,
    "2026-09-30",
    10,
    "2026-10-02",
  ],
  [
    "the Thursday before Easter is settled on the Tuesday after it",
    NEXT_BUSINESS_DAY,
    "2026-04-02",
    10,
    "2026-04-07",
  ],
  [
    "Christmas Eve is settled on Tuesday, because Monday is a holiday for Boxing Day, a Saturday",
    NEXT_BUSINESS_DAY,
    "2026-12-24",
    10,
    "2026-12-29",
  ],
  [
    "New Year's Eve is settled after the first day of the next year",
    NEXT_BUSINESS_DAY,
    "2026-12-31",
    10,
    "2027-01-04",
  ],
  ["before the cut-off hour is settled on the same day", SAME_DAY, "2026-11-24", 21, "2026-11-24"],
  ["from the cut-off hour on is settled on the next day", SAME_DAY, "2026-11-24", 22, "2026-11-25"],
  ["late on a Friday is settled on Monday", SAME_DAY, "2026-11-20", 23, "2026-11-23"],
  [
    "without business days is settled on a Sunday",
    { days: 0, isBusinessDays: false },
    "2026-11-22",
    23,
    "2026-11-22",
  ],
] as const)("a payment on %s", (_, cycle, day, hour, expected) => {
  expect(expectedDay(cycle, { day, hour })).toBe(expected);
});

test("only the banks that document a cycle have one", () => {
  const hasCycle = (name: Parameters<typeof getProvider>[0]) =>
    getProvider(name).settlementCycles !== undefined;
  expect((["paystack", "monnify", "nomba", "lenco", "moniepoint"] as const).filter(hasCycle)).toEqual([
    "paystack",
    "monnify",
    "nomba",
  ]);
});
