import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "@/lib/core/time/durations";

/** When the event of the documentation's screenshots opens. */
const OPENS_AT = new Date("2026-12-12T17:00:00+01:00");
/** Moments further away keep their time of day; only their date changes. */
const NEAR_MS = 12 * HOUR_MS;

/** Converts a moment of the story to a real time. */
export type StoryClock = (atMs: number) => Date;

interface Anchor {
  /** The story's moment at `at`. */
  beginMs: number;
  at: Date;
  /** Speed factor after that moment. Earlier moments keep their intervals. */
  speed: number;
}

/** Creates a clock that maps one moment of the story to a real time. */
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
 * Returns the first moment from `earliest` on with the same seconds as the story's moment, so that minutes of the
 * story match real minutes and a minute's payments stay together on the screen.
 */
export function alignSeconds(earliest: Date, beginMs: number): Date {
  const seconds = ((beginMs % MINUTE_MS) + MINUTE_MS) % MINUTE_MS;
  const minutes = Math.ceil((earliest.getTime() - seconds) / MINUTE_MS);
  return new Date(minutes * MINUTE_MS + seconds);
}

const weekday = (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat("en-GB", { weekday: "short", timeZone }).format(at);

/** Returns the morning of the next working day, when the bank settles a payment. */
export function nextSettlementTime(paidAt: Date, timeZone: string): Date {
  let at = new Date(paidAt.getTime() + DAY_MS);
  while (["Sat", "Sun"].includes(weekday(at, timeZone))) at = new Date(at.getTime() + DAY_MS);
  return atHour(at, timeZone);
}

/** Returns the same day at 10:41 in its time zone. */
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
