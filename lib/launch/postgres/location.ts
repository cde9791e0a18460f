import { createHash } from "node:crypto";
import { existsSync, lstatSync } from "node:fs";
import path from "node:path";
import { log } from "@/lib/log";
import { canReach, findDatabaseUser } from "./os-user";

/**
 * The folder for what the database's user must reach where it cannot reach `DATA_DIR` or our packages, which happens only if
 * root starts it. Only root writes there, and the system removes nothing from it.
 */
export const SYSTEM_FOLDER = "/var/lib";

/** Where earlier versions put these data. systemd-tmpfiles removes files there that were not used for 30 days. */
const EARLIER_FOLDER = "/var/tmp";

/**
 * Returns the cluster's directory, which need not exist: in `DATA_DIR`, or, if the database's user cannot reach it, in a folder of
 * `SYSTEM_FOLDER` that is named after a hash of the path, so that two clones never share one. Data of an earlier version are used
 * where they are until they are moved. `home` is the absolute path of `DATA_DIR`, without links.
 */
export function findClusterDirectory(home: string): string {
  const inside = path.join(home, "postgres");
  if (canReach(findDatabaseUser(inside), inside)) return inside;
  const name = `takings-${createHash("sha256").update(home).digest("hex").slice(0, 12)}`;
  const outside = path.join(SYSTEM_FOLDER, name);
  const earlier = path.join(EARLIER_FOLDER, name);
  return !existsSync(outside) && isOfDatabaseUser(earlier) ? earlier : outside;
}

/** Returns whether a folder exists and is the database user's: another user's in /var/tmp, where all may write, is not trusted. */
const isOfDatabaseUser = (folder: string) =>
  lstatSync(folder, { throwIfNoEntry: false })?.uid === findDatabaseUser(folder).uid;

/** Logs how to move the data if they are where the system may remove them. */
export function warnOfRemoval(directory: string): void {
  if (path.dirname(directory) !== EARLIER_FOLDER) return;
  const target = path.join(SYSTEM_FOLDER, path.basename(directory));
  log.warn(
    { directory },
    `the system may delete files of the database in ${EARLIER_FOLDER}; stop the service and run: mv ${directory} ${target}`,
  );
}
