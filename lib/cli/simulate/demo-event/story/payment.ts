/** One payment of the story, before it has an account, a device or a key. */
export interface StoryPayment {
  /** Milliseconds after 17:00 of the event; negative on earlier days. */
  atMs: number;
  channel: "bank_transfer" | "pos";
  /** From 1; 0 for a transfer. */
  terminal: number;
  /** First name of the operator to whom a transfer is manually assigned; `""` if none, and for a POS payment. */
  operator: string;
  status: "successful" | "pending" | "failed";
  /** Whole naira, without kobo. */
  naira: number;
  payer: string;
  /** A bank code of the bank directory. */
  bank: string;
  account: string;
  narration: string;
}

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

const OPENS_AT_HOUR = 17;

/**
 * Converts a clock time of the event, `"21:42:18"`, to the story's time; hours after midnight belong to the same
 * night.
 */
export function atClock(clock: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = clock.split(":").map(Number);
  const sinceOpening = (hours - OPENS_AT_HOUR + 24) % 24;
  return sinceOpening * HOUR_MS + minutes * MINUTE_MS + seconds * SECOND_MS;
}
