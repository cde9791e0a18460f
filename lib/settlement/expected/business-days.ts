import type { Day } from "@/lib/core/time";
import { singleton } from "@/lib/process-singleton";

const COUNTRY = "NG";
/** Public holidays by year. */
const years = () => singleton("public holidays", () => new Map<number, Promise<ReadonlySet<Day>>>());

/**
 * Lists the public holidays of Nigeria in a year (package `date-holidays`), loaded on first use because its data are large.
 * Islamic holidays are computed; the government declares them by the moon, so that each can differ by a day.
 */
function listHolidays(year: number): Promise<ReadonlySet<Day>> {
  const existing = years().get(year);
  if (existing) return existing;
  const loading = import("date-holidays").then(({ default: Holidays }) => {
    const found = new Holidays(COUNTRY).getHolidays(year);
    return new Set(found.filter(({ type }) => type === "public").map(({ date }) => date.slice(0, 10)));
  });
  years().set(year, loading);
  return loading;
}

/** Returns the calendar day that is `days` days later. */
export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Whether banks of Nigeria work on a day: from Monday to Friday, except on public holidays. */
export async function isBusinessDay(day: Day): Promise<boolean> {
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !(await listHolidays(Number(day.slice(0, 4)))).has(day);
}
