import type { Day } from "@/lib/core/time";

/** Returns the calendar day that is `days` days later. */
export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Whether a day is a Saturday or Sunday. */
export function isWeekend(day: Day): boolean {
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
  return weekday === 0 || weekday === 6;
}
