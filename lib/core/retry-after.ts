import { randomInt } from "node:crypto";

const LEAST_SECONDS = 10;
const MOST_SECONDS = 19;

/**
 * The value of `Retry-After` for work that takes some seconds: 10 to 19 seconds, at random, so that clients that were
 * refused together do not return together.
 */
export const spreadRetryAfter = (): string => String(randomInt(LEAST_SECONDS, MOST_SECONDS + 1));
