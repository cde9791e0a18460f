import { describeError } from "@/lib/core/errors/describe-error";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { createPollLoop } from "@/lib/poll-loop";
import { singleton } from "@/lib/process-singleton";
import { backUpIfDue } from "./run";

/** How often each process looks whether a backup is due. */
const INTERVAL_MS = 60_000;

const FAILURE = "looking for a due backup failed";

const state = singleton("scheduled backups", () => ({
  stopping: new AbortController(),
  running: undefined as Promise<unknown> | undefined,
}));

const run = () => {
  state.running = backUpIfDue(state.stopping.signal);
  return state.running;
};

const loop = createPollLoop("scheduled backups timer", INTERVAL_MS, run, FAILURE);

/** Backs up the database now, if that is due, and from now on by schedule. Does nothing without `BACKUP_DIR`. */
export function startScheduledBackups(): void {
  if (env().backupDir === undefined) return;
  state.stopping = new AbortController();
  loop.start();
  run().catch((thrown) => log.warn({ internal: describeError(thrown) }, `${FAILURE}; the next run retries`));
}

/** Stops it. A backup in progress ends, and leaves no files. */
export async function stopScheduledBackups(): Promise<void> {
  loop.stop();
  state.stopping.abort();
  await state.running?.catch(() => undefined);
}
