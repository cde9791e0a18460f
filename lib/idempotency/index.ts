export type { Answer } from "./claim";
export { deleteExpiredKeys, startKeyExpiry, stopKeyExpiry } from "./delete-expired";
export { IDEMPOTENCY_KEY, parseIdempotencyKey } from "./parse-key";
export { type KeyedWrite, runOnce } from "./run-once";
