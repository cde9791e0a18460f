import type { ScheduleState } from "@/lib/backup";
import { toJson } from "../output";

/** A backup that is due for longer did not begin, or failed more than once. */
const MAX_OVERDUE_S = 7_200;

/** Lists the problems with the scheduled backups, each with its remedy. */
export function findBackupProblems({ failedAt, failure, overdueSeconds, takenAt }: ScheduleState): string[] {
  const last = takenAt ? `The last complete one is of ${takenAt.toISOString()}.` : "There is none yet.";
  if (failedAt) return [`The scheduled backup failed at ${failedAt.toISOString()}: ${failure}. ${last}`];
  if (overdueSeconds <= MAX_OVERDUE_S) return [];
  const hours = Math.floor(overdueSeconds / 3_600);
  return [
    `A scheduled backup has been due for ${hours} hours. ${last} Does the service run with BACKUP_DIR set?`,
  ];
}

/** Returns the time of the last complete scheduled backup as text. */
export const describeBackup = (state: ScheduleState | null | undefined) =>
  state === undefined ? "unknown" : state ? toJson(state.takenAt ?? "none yet") : "none";
