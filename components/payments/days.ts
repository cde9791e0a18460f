import { lagosDay } from "@/lib/core/format-date";

/**
 * The places of the payments above which a line names their day: each that is of another day than the one before it,
 * and the first of all where there is another day. They stand in the order they were recorded in, so that a day may
 * come twice.
 */
export function daysIn(rows: readonly { paid_at: string }[]): number[] {
  const days = rows.map(({ paid_at }) => lagosDay(paid_at));
  const changes = days.flatMap((day, place) => (place > 0 && day !== days[place - 1] ? [place] : []));
  return changes.length > 0 ? [0, ...changes] : [];
}
