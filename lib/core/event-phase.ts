import type { Moment } from "./format-date";

/** Where an event stands: not begun, taking payments, taking them past its planned end, or closed. */
export type EventPhase = "upcoming" | "live" | "past_end" | "closed";

interface Timed {
  isClosed: boolean;
  startsAt: Moment | null;
  endsAt: Moment | null;
}

/**
 * Where an event stands at a moment: the one rule, for every screen and every list. An event without a start has begun,
 * one without an end goes on until it is closed.
 */
export function eventPhase({ isClosed, startsAt, endsAt }: Timed, now: Moment): EventPhase {
  const nowMs = new Date(now).getTime();
  if (isClosed) return "closed";
  if (startsAt !== null && new Date(startsAt).getTime() > nowMs) return "upcoming";
  return endsAt !== null && new Date(endsAt).getTime() <= nowMs ? "past_end" : "live";
}
