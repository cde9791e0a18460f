import { atClock, DAY_MS } from "./story/payment";

/** The nights by name. */
export const NIGHTS = {
  "lagos-jazz-night": "a whole organisation in the middle of its biggest night",
  "lagos-jazz-night-after": "the same night three days later, closed",
} as const;

export type NightName = keyof typeof NIGHTS;
export const NIGHT_NAMES = Object.keys(NIGHTS) as NightName[];

/** Tells a night's name from another scenario's. */
export const isNight = (name: string): name is NightName => name in NIGHTS;

/** When the closed night is looked at: on the Tuesday morning. */
export const AFTERWARDS_MS = atClock("09:12") + 2 * DAY_MS;
