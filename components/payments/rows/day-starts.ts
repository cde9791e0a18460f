import { localDay } from "@/lib/core/format/format-date";

/**
 * Returns the indexes of the payments above which a day line is shown: each whose day differs from the one
 * before, and the first if there is more than one day. Payments are in recording order, so a day can occur
 * twice.
 */
export function findDayStarts(rows: readonly { paid_at: string }[]): number[] {
  const days = rows.map(({ paid_at }) => localDay(paid_at));
  const changes = days.flatMap((day, index) => (index > 0 && day !== days[index - 1] ? [index] : []));
  return changes.length > 0 ? [0, ...changes] : [];
}
