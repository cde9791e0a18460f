/** Guarantee: the holidays are those that the Federal Government declared, apart from a day of the moon. */
import { expect, test } from "vitest";
import { isWeekend } from "./days";
import { listPublicHolidays } from "./public-holidays";

/** The working days that were declared holidays, by the Federal Ministry of Interior. */
const DECLARED = {
  2024: "01-01 03-29 04-01 04-10 04-11 05-01 06-12 06-17 06-18 09-16 10-01 12-25 12-26",
  // Id el Maulud was declared for 5 September, a day after the computed one.
  2025: "01-01 03-31 04-01 04-18 04-21 05-01 06-06 06-09 06-12 09-04 10-01 12-25 12-26",
};

test.each(Object.entries(DECLARED))("the holidays of %s on working days", (year, days) => {
  const holidays = [...listPublicHolidays(Number(year))].filter((day) => !isWeekend(day)).sort();
  expect(holidays.map((day) => day.slice(5)).join(" ")).toBe(days);
});

test("each holiday of a century at a weekend has a working day instead, also after the end of the year", () => {
  const days = Array.from({ length: 100 }, (_, index) => [...listPublicHolidays(2000 + index)]).flat();
  const countIn = (year: number) => days.filter((day) => day.startsWith(`${year}`) && !isWeekend(day)).length;
  expect(new Set(days).size).toBe(days.length);
  // Id el Kabir of 1427 began on Sunday, 31 December 2006, and the Monday was a holiday.
  expect(listPublicHolidays(2007)).toContain("2007-01-02");
  for (let year = 2001; year < 2099; year++) expect(countIn(year)).toBeGreaterThanOrEqual(11);
});
