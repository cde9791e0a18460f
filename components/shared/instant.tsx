import {
  formatDate,
  formatDay,
  formatFull,
  formatMilliseconds,
  formatMinute,
  formatTime,
  formatWeekday,
  type Moment,
} from "@/lib/core/format-date";
import { cn } from "../ui/cn";

const SHAPES = {
  time: formatTime,
  milliseconds: formatMilliseconds,
  minute: formatMinute,
  day: formatDay,
  weekday: formatWeekday,
  date: formatDate,
  "day-time": (at: Moment) => `${formatDay(at)}, ${formatMinute(at)}`,
  full: formatFull,
};

interface InstantProps {
  at: Moment;
  /** `time` is a row's 21:42:14; `date` is Sat 12 Dec 2026. */
  as?: keyof typeof SHAPES;
  className?: string;
}

/**
 * A moment in Lagos. The whole of it, in Lagos and in UTC, is told by the page's one tooltip (`time-tips.tsx`), when
 * the time is hovered, or its row or its button focused.
 */
export function Instant({ at, as = "time", className }: InstantProps) {
  return (
    <time dateTime={new Date(at).toISOString()} className={cn("figures whitespace-nowrap", className)}>
      {SHAPES[as](at)}
    </time>
  );
}
