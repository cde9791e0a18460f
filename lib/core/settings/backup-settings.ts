import { z } from "zod";
import { wholeNumber } from "./setting-schemas";

/** The settings of scheduled backups, as they are written in the environment. */
export const BACKUP_SETTINGS = {
  BACKUP_DIR: z.string().optional(),
  BACKUP_EVERY_HOURS: wholeNumber(1, 168).default(24),
  BACKUP_KEEP_DAYS: wholeNumber(1, 3_650).default(14),
};

/** Returns the typed settings of scheduled backups. */
export function resolveBackupSettings(raw: z.output<z.ZodObject<typeof BACKUP_SETTINGS>>) {
  return {
    /** The folder into which the service backs up the database by itself; undefined: it does not. */
    backupDir: raw.BACKUP_DIR,
    backupEveryHours: raw.BACKUP_EVERY_HOURS,
    /** A scheduled backup is removed once it is older and a newer one is complete. */
    backupKeepDays: raw.BACKUP_KEEP_DAYS,
  };
}
