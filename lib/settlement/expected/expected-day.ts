import type { SettlementCycle } from "@/lib/bank";
import type { Day } from "@/lib/core/time";
import { addDays, isWeekend } from "./days";
import { listPublicHolidays } from "./public-holidays";

/** Whether banks of Nigeria work on a day: from Monday to Friday, except on public holidays. */
const isBusinessDay = (day: Day) => !isWeekend(day) && !listPublicHolidays(Number(day.slice(0, 4))).has(day);

/**
 * Returns the day on which a payment is expected to be settled by a bank's cycle. A payment after the cut-off hour counts as
 * one of the next day. With business days, `days` of them are counted from the day of payment, and the result is one.
 */
export function expectedDay(
  { days, isBusinessDays, cutOffHour }: SettlementCycle,
  paid: { day: Day; hour: number },
): Day {
  const start = cutOffHour !== undefined && paid.hour >= cutOffHour ? addDays(paid.day, 1) : paid.day;
  if (!isBusinessDays) return addDays(start, days);
  let day = start;
  for (let remaining = days; remaining > 0; ) {
    day = addDays(day, 1);
    if (isBusinessDay(day)) remaining--;
  }
  while (!isBusinessDay(day)) day = addDays(day, 1);
  return day;
}
