import type { Moment } from "./format-date";

/** The phase of an event: not begun, open, open past its planned end, or closed. */
export type EventPhase = "upcoming" | "live" | "past_end" | "closed";

interface Timed {
  isClosed: boolean;
  startsAt: Moment | null;
  endsAt: Moment | null;
}

/**
 * Returns the phase of an event at a time; all screens and lists use this function. An event without a start has
 * begun; one without an end stays open until it is closed.
 */
export function eventPhase({ isClosed, startsAt, endsAt }: Timed, now: Moment): EventPhase {
  const nowMs = new Date(now).getTime();
  if (isClosed) return "closed";
  if (startsAt !== null && new Date(startsAt).getTime() > nowMs) return "upcoming";
  return endsAt !== null && new Date(endsAt).getTime() <= nowMs ? "past_end" : "live";
}
