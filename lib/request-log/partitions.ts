import { systemDb } from "@/lib/db/client";
import { env } from "@/lib/env";
import { createPollLoop } from "@/lib/poll-loop";

/** A partition is created a day before it is needed; expired ones are dropped within the hour. */
const INTERVAL_MS = 3_600_000;

/**
 * Creates the partitions of the request log for yesterday, today and tomorrow (UTC), and drops those whose last day ended more
 * than `REQUEST_LOG_DAYS` ago. Safe to run in several processes.
 */
export async function prepareRequestLog(): Promise<void> {
  await systemDb().sql`select prepare_request_log(${Math.max(1, env().requestLogDays)})`;
}

const loop = createPollLoop(
  "request log partitions",
  INTERVAL_MS,
  prepareRequestLog,
  "preparing the partitions of the request log failed",
);

/** Prepares the partitions now and every hour. */
export function startRequestLog(): void {
  loop.start();
  void loop.run();
}

/** Stops preparing the partitions of the request log. */
export function stopRequestLog(): void {
  loop.stop();
}
