import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { createLongLoop } from "@/lib/poll-loop";
import { dropBodies } from "./drop-bodies";

/** How often each process looks for bodies that are too old. */
const INTERVAL_MS = 600_000;

const loop = createLongLoop(
  "notification retention",
  INTERVAL_MS,
  drop,
  "dropping the bodies of bank notifications failed",
);

async function drop(signal: AbortSignal): Promise<void> {
  const { bankNotificationDays: days } = env();
  if (days === undefined) return;
  const dropped = await dropBodies({ days, signal });
  if (dropped) log.info({ dropped }, "bodies of bank notifications past retention were dropped");
}

/** Drops bodies that are older than `BANK_NOTIFICATION_DAYS`, now and from now on. Does nothing without that setting. */
export function startNotificationRetention(): void {
  if (env().bankNotificationDays !== undefined) loop.start();
}

/** Stops dropping bodies after the batch in progress. */
export const stopNotificationRetention = (): Promise<void> => loop.stop();
