import path from "node:path";
import { describeError } from "@/lib/core/errors/describe-error";
import { runExclusively } from "@/lib/db/connections/exclusive";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { metrics } from "@/lib/metrics";
import { type Backup, createBackup } from "../create";
import { openScheduleState, type ScheduleState, saveFailure, saveFinished } from "../schedule-state";
import { folderName, removeExpired } from "./remove-expired";

/** The pause after a failure. */
const RETRY_AFTER_S = 600;

/**
 * Backs up the database into `BACKUP_DIR` if that is due and no other process does it, and removes expired backups
 * afterwards. Returns the backup; undefined if none was made. A failed backup is logged, counted and stored, and the next
 * attempt is ten minutes later. Rejects only if the database is unavailable.
 */
export async function backUpIfDue(signal: AbortSignal): Promise<Backup | undefined> {
  const { backupDir } = env();
  if (backupDir === undefined || !isDue(await openScheduleState())) return undefined;
  return runExclusively("scheduled backup", async () => {
    const state = await openScheduleState();
    return isDue(state) ? backUp({ backupDir, state, signal }) : undefined;
  });
}

const isDue = ({ overdueSeconds, failureAgeSeconds: age }: ScheduleState) =>
  overdueSeconds >= 0 && (age === null || age < 0 || age >= RETRY_AFTER_S);

async function backUp(given: { backupDir: string; state: ScheduleState; signal: AbortSignal }) {
  const { backupDir, signal } = given;
  const { deployment } = given.state;
  const startedAt = performance.now();
  try {
    const now = new Date();
    const backup = await createBackup({ folder: path.join(backupDir, folderName(now)), signal, deployment });
    await saveFinished(backup);
    const removed = await removeExpired(backupDir, { deployment, keepDays: env().backupKeepDays, now });
    metrics().backups.inc({ outcome: "finished" });
    const { folder, rows, bytes } = backup;
    log.info(
      { folder, rows, bytes, removed, durationMs: Math.round(performance.now() - startedAt) },
      "the scheduled backup is complete",
    );
    return backup;
  } catch (thrown) {
    // The service is being stopped: the next process that runs makes it.
    if (signal.aborted) return undefined;
    metrics().backups.inc({ outcome: "failed" });
    log.error({ internal: describeError(thrown) }, "the scheduled backup failed");
    await saveFailure(describeError(thrown));
    return undefined;
  }
}
