import { env } from "@/lib/env";
import { createLongLoop } from "@/lib/poll-loop";
import { backUpIfDue } from "./run";

/** How often each process looks whether a backup is due. */
const INTERVAL_MS = 60_000;

const loop = createLongLoop("scheduled backups", INTERVAL_MS, backUpIfDue, "looking for a due backup failed");

/** Backs up the database now, if that is due, and from now on by schedule. Does nothing without `BACKUP_DIR`. */
export function startScheduledBackups(): void {
  if (env().backupDir !== undefined) loop.start();
}

/** Stops the scheduled backups. A backup in progress ends, and leaves no files. */
export const stopScheduledBackups = (): Promise<void> => loop.stop();
