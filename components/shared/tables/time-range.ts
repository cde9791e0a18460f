import { formatDay, formatMinute, isSameDay } from "@/lib/core/format/format-date";
import * as texts from "./texts";

/** A range of times as in a page's URL, each with its offset: from `from` (inclusive) to `to` (exclusive). */
export interface TimeRange {
  from?: string | undefined;
  to?: string | undefined;
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;

/** Whether a text of a URL is a time. */
export const isMoment = (text: string): boolean => MOMENT.test(text) && !Number.isNaN(Date.parse(text));

/** Formats a range: `21:00 to 21:30`, `since 21:00`, `12 Dec 21:00 to 13 Dec 01:00`. */
export function formatTimeRange({ from, to }: TimeRange): string | undefined {
  if (!from && !to) return undefined;
  const format = from && to && isSameDay(from, to) ? formatMinute : formatDayMinute;
  if (!to) return texts.sinceTime(format(from ?? ""));
  if (!from) return texts.untilTime(format(to));
  return texts.timeToTime(format(from), format(to));
}

const formatDayMinute = (moment: string) => `${formatDay(moment)} ${formatMinute(moment)}`;
