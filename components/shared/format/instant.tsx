import {
  formatDate,
  formatDay,
  formatFull,
  formatMilliseconds,
  formatMinute,
  formatTime,
  formatWeekday,
  type Moment,
} from "@/lib/core/format/format-date";
import { cn } from "../../ui/display/cn";

const FORMATS = {
  time: formatTime,
  milliseconds: formatMilliseconds,
  minute: formatMinute,
  day: formatDay,
  weekday: formatWeekday,
  date: formatDate,
  "day-time": (at: Moment) => `${formatDay(at)}, ${formatMinute(at)}`,
  "day-seconds": (at: Moment) => `${formatDay(at)}, ${formatTime(at)}`,
  full: formatFull,
};

interface InstantProps {
  at: Moment;
  /** `time` is 21:42:14 as in a row; `date` is Sat 12 Dec 2026. */
  as?: keyof typeof FORMATS;
  className?: string;
}

/**
 * A time in the page's zone. The page's single tooltip (`time-tips.tsx`) shows it in full, in that zone and in UTC, on
 * hover or when its row or button has the focus.
 */
export function Instant({ at, as = "time", className }: InstantProps) {
  return (
    <time dateTime={new Date(at).toISOString()} className={cn("figures whitespace-nowrap", className)}>
      {FORMATS[as](at)}
    </time>
  );
}
