import { randomInt } from "node:crypto";

const MIN_SECONDS = 10;
const MAX_SECONDS = 19;

/**
 * Returns a `Retry-After` value for work that takes some seconds: a random 10 to 19 seconds, so that clients refused
 * at the same time retry at different times.
 */
export const randomRetryAfter = (): string => String(randomInt(MIN_SECONDS, MAX_SECONDS + 1));
