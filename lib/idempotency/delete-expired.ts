import { systemDb } from "@/lib/db/client";
import { createPollLoop } from "@/lib/poll-loop";
import { isExpired } from "./claim";

/** Rows per statement and statements per run, so that no run holds locks for long or occupies the database. */
const BATCH = 1_000;
const MAX_BATCHES = 10;
/** Stored answers contain personal data, so an expired one is deleted within about a minute. */
const INTERVAL_MS = 60_000;

/**
 * Deletes expired idempotency keys with their answers, at most 10,000. Rows that are locked are left to the next run.
 * Returns how many were deleted.
 */
export async function deleteExpiredKeys(): Promise<number> {
  const db = systemDb();
  let total = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const deleted = await db.sql`
      delete from idempotency_keys where (organisation_id, mode, method, path, key) in (
        select organisation_id, mode, method, path, key from idempotency_keys
        where ${isExpired(db)} order by expires_at for update skip locked limit ${BATCH})
      returning 1`;
    total += deleted.length;
    if (deleted.length < BATCH) break;
  }
  return total;
}

const loop = createPollLoop(
  "idempotency key expiry",
  INTERVAL_MS,
  deleteExpiredKeys,
  "deleting expired idempotency keys failed",
);

/** Starts deleting expired keys every minute. */
export function startKeyExpiry(): void {
  loop.start();
}

/** Stops deleting expired keys. */
export function stopKeyExpiry(): void {
  loop.stop();
}
