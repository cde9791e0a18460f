import { localDay } from "@/lib/core/format/format-date";

/**
 * Returns the indexes of the rows above which a day line is shown: each whose day differs from the one before, and
 * the first if there is more than one day. Rows need not be in the order of their times, so a day can occur twice.
 */
export function findDayStarts(times: readonly string[]): number[] {
  const days = times.map(localDay);
  const changes = days.flatMap((day, index) => (index > 0 && day !== days[index - 1] ? [index] : []));
  return changes.length > 0 ? [0, ...changes] : [];
}
