import { easter } from "date-easter";
import type { Day } from "@/lib/core/time";
import { singleton } from "@/lib/process-singleton";
import { addDays, isWeekend } from "./days";

/** Holidays with a fixed date, as `MM-DD`: New Year, Workers' Day, Democracy Day, National Day, Christmas, Boxing Day. */
const FIXED = ["01-01", "05-01", "06-12", "10-01", "12-25", "12-26"];
/** Good Friday and Easter Monday, in days after Easter Sunday. */
const AROUND_EASTER = [-2, 1];
/** Holidays of the Islamic calendar as `month-day`: Id el Fitr and Id el Kabir with two days each, Id el Maulud. */
const ISLAMIC = new Set(["10-1", "10-2", "12-10", "12-11", "3-12"]);
const ISLAMIC_CALENDAR = new Intl.DateTimeFormat("en-u-ca-islamic-umalqura", {
  month: "numeric",
  day: "numeric",
  timeZone: "UTC",
});

/**
 * Lists the public holidays of Nigeria in a year (Public Holidays Act, CAP P40 LFN 2004, as amended in 2019). A holiday at
 * a weekend is followed by the next free working day, as the government declares it. Islamic holidays follow the calendar of
 * Umm al-Qura; the government declares them by the moon, so that each can differ by a day.
 */
export function listPublicHolidays(year: number): ReadonlySet<Day> {
  const years = singleton("public holidays", () => new Map<number, ReadonlySet<Day>>());
  const known = years.get(year) ?? computeHolidays(year);
  years.set(year, known);
  return known;
}

function computeHolidays(year: number): ReadonlySet<Day> {
  // The substitute of a holiday at the end of a year can be a day of the next one.
  const days = new Set([...computeDates(year - 1), ...computeDates(year)]);
  for (const holiday of [...days].filter(isWeekend).sort()) {
    let substitute = holiday;
    while (isWeekend(substitute) || days.has(substitute)) substitute = addDays(substitute, 1);
    days.add(substitute);
  }
  return new Set([...days].filter((day) => day.startsWith(`${year}`)));
}

/** Lists the dates of a year's holidays, without substitutes. */
function computeDates(year: number): Day[] {
  const { month, day } = easter(year);
  const easterDay = new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
  return [
    ...FIXED.map((date) => `${year}-${date}`),
    ...AROUND_EASTER.map((distance) => addDays(easterDay, distance)),
    ...listDays(year).filter(isIslamicHoliday),
  ];
}

function listDays(year: number): Day[] {
  const days: Day[] = [];
  for (let day = `${year}-01-01`; day.startsWith(`${year}`); day = addDays(day, 1)) days.push(day);
  return days;
}

function isIslamicHoliday(day: Day): boolean {
  const parts = ISLAMIC_CALENDAR.formatToParts(new Date(`${day}T12:00:00Z`));
  const read = (type: "month" | "day") => parts.find((part) => part.type === type)?.value;
  return ISLAMIC.has(`${read("month")}-${read("day")}`);
}
