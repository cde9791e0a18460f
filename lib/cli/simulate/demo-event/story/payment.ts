/** One payment of the story, before it has an account, a device or a key. */
export interface StoryPayment {
  /** Milliseconds after the night's 17:00; what was paid on days before is negative. */
  atMs: number;
  channel: "bank_transfer" | "pos";
  /** 1 and up; 0 of a transfer. */
  terminal: number;
  /** The first name of whom a transfer is assigned to by hand; `""` where nobody, and of a POS payment. */
  operator: string;
  status: "successful" | "pending" | "failed";
  /** Whole naira: prices have no kobo. */
  naira: number;
  payer: string;
  /** A code of the directory of banks. */
  bank: string;
  account: string;
  narration: string;
}

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

const OPENS_AT_HOUR = 17;

/** The story's time of a clock time of the night, `"21:42:18"`; the hours after midnight belong to it. */
export function atClock(clock: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = clock.split(":").map(Number);
  const sinceOpening = (hours - OPENS_AT_HOUR + 24) % 24;
  return sinceOpening * HOUR_MS + minutes * MINUTE_MS + seconds * SECOND_MS;
}
