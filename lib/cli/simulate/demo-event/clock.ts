import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "./story/payment";

/** When the night of the pictures opens. */
const OPENS_AT = new Date("2026-12-12T17:00:00+01:00");
/** What is further away than this keeps its time of day, and only its day is another. */
const NEAR_MS = 12 * HOUR_MS;

/** When a moment of the story is, on the clocks of this world. */
export type StoryClock = (atMs: number) => Date;

interface Anchor {
  /** The story's moment that shall be at `at`. */
  beginMs: number;
  at: Date;
  /** How many times faster the story goes on after it. What came before it keeps its distances. */
  speed: number;
}

/** Ties the story to this world's time at one moment. */
export function storyClock({ beginMs, at, speed }: Anchor): StoryClock {
  const shiftMs = at.getTime() - (OPENS_AT.getTime() + beginMs);
  const daysMs = Math.round(shiftMs / DAY_MS) * DAY_MS;
  return (atMs) => {
    const ahead = atMs - beginMs;
    if (Math.abs(ahead) > NEAR_MS) return new Date(OPENS_AT.getTime() + atMs + daysMs);
    return new Date(at.getTime() + (ahead > 0 ? ahead / speed : ahead));
  };
}

/**
 * The first moment, not before `earliest`, whose seconds are those of the story's: so that the story's minutes are this
 * world's, and a minute's payments stay together on the screen.
 */
export function sameSeconds(earliest: Date, beginMs: number): Date {
  const seconds = ((beginMs % MINUTE_MS) + MINUTE_MS) % MINUTE_MS;
  const minutes = Math.ceil((earliest.getTime() - seconds) / MINUTE_MS);
  return new Date(minutes * MINUTE_MS + seconds);
}

const weekday = (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat("en-GB", { weekday: "short", timeZone }).format(at);

/** The next working day's forenoon, when the bank settles what was paid. */
export function settlesAt(paidAt: Date, timeZone: string): Date {
  let at = new Date(paidAt.getTime() + DAY_MS);
  while (["Sat", "Sun"].includes(weekday(at, timeZone))) at = new Date(at.getTime() + DAY_MS);
  return atHour(at, timeZone);
}

/** The same day at 10:41 of its zone. */
function atHour(at: Date, timeZone: string): Date {
  const shown = new Intl.DateTimeFormat("en-GB", {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone,
  });
  const [hour = 0, minute = 0] = shown.format(at).split(":").map(Number);
  const wanted = 10 * 60 + 41;
  return new Date(
    at.getTime() - (at.getTime() % MINUTE_MS) + (wanted - (hour * 60 + minute)) * MINUTE_MS + 7 * SECOND_MS,
  );
}
