/**
 * How long a test waits for what must come, in milliseconds. It only ends what never comes; a test of a time states its
 * own limit.
 */
export const WAIT_LIMIT_MS = 30_000;
