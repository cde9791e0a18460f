/** Lengths of time in milliseconds. A day of the clocks can be longer or shorter where they change. */
export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;
