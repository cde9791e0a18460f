import { formatDay, formatNearDay, formatRange, isSameDay, type Moment } from "@/lib/core/format-date";
import type { EventRow } from "./wire";

type Timed = Pick<EventRow, "phase" | "starts_at" | "ends_at" | "closed_at" | "created_at">;

/**
 * When an event is, as short as its state allows: from when to when while it is on, when it begins while it has not,
 * the days alone once it is over.
 */
export function whenOf(event: Timed, now: Moment): string {
  const { phase, starts_at: start, ends_at: end } = event;
  if (phase === "upcoming") return formatRange(start, null, now) ?? "";
  if (phase !== "closed")
    return formatRange(start, end, now) ?? `Since ${formatNearDay(event.created_at, now)}`;
  const first = start ?? event.created_at;
  const last = end ?? event.closed_at ?? first;
  const isOneNight = isSameDay(first, last) || Date.parse(last) - Date.parse(first) < ONE_NIGHT_MS;
  return isOneNight ? formatNearDay(first, now) : (formatRange(first, last, now) ?? formatDay(first));
}

/** A night that ends after midnight is still one. */
const ONE_NIGHT_MS = 18 * 3_600_000;
