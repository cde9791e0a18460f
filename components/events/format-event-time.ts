import {
  formatDay,
  formatRange,
  formatRelativeDay,
  isSameDay,
  lowerDay,
  type Moment,
} from "@/lib/core/format/format-date";
import type { EventRow } from "./api";
import * as texts from "./texts";

type EventTimes = Pick<EventRow, "phase" | "starts_at" | "ends_at" | "closed_at" | "created_at">;

/**
 * Formats an event's time: start and end while it is active, the start before it begins, only the days after
 * it is closed.
 */
export function formatEventTime(event: EventTimes, now: Moment): string {
  const { phase, starts_at: start, ends_at: end } = event;
  if (phase === "upcoming") return formatRange(start, null, now) ?? "";
  if (phase !== "closed")
    return formatRange(start, end, now) ?? texts.since(lowerDay(formatRelativeDay(event.created_at, now)));
  const first = start ?? event.created_at;
  const last = end ?? event.closed_at ?? first;
  const isOneNight = isSameDay(first, last) || Date.parse(last) - Date.parse(first) < ONE_NIGHT_MS;
  return isOneNight ? formatRelativeDay(first, now) : (formatRange(first, last, now) ?? formatDay(first));
}

/** An event that ends after midnight still counts as one day. */
const ONE_NIGHT_MS = 18 * 3_600_000;
