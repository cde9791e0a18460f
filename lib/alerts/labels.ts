/** The kinds of alerts: the name, what it reports, and the permission that a member needs to get it. */
export const ALERT_KINDS = {
  terminal_inactive: {
    name: "A terminal is silent",
    hint: "No payment for longer than usual, at an open event",
    needs: "see_events",
  },
  exception_open: {
    name: "A payment needs a decision",
    hint: "An exception is open in the reconciliation",
    needs: "see_money",
  },
  endpoint_failing: {
    name: "A webhook endpoint is failing",
    hint: "Its receiver does not accept events",
    needs: "see_webhooks",
  },
  bank_silent: {
    name: "Bank notifications have stopped",
    hint: "Payments are found in the bank's list only",
    needs: "see_events",
  },
  daily_summary: {
    name: "Daily summary",
    hint: "Payments and takings of the 24 hours before",
    needs: "see_events",
  },
} as const;

export type AlertKind = keyof typeof ALERT_KINDS;

/** The most push subscriptions of one member. */
export const MAX_BROWSERS = 10;

/** Formats minutes of a day as the time on a clock: `22:30`. */
export const toClockTime = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

/** Parses the time on a clock, `22:30`, to minutes of a day. */
export function parseClockTime(text: string): number {
  const [hours = 0, minutes = 0] = text.split(":").map(Number);
  return hours * 60 + minutes;
}

/** Why an alert was not sent whose recipient turned it off, or may no longer see it, after it was due. */
export const NO_LONGER_WANTED = "No longer wanted.";
