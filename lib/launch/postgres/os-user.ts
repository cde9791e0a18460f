import { readFileSync, realpathSync, statSync } from "node:fs";
import path from "node:path";

/** The user that the database runs as; empty for the user of this process. */
export interface OsUser {
  uid?: number;
  gid?: number;
}

/** The conventional ids of `nobody`, for machines without that user in /etc/passwd. */
const UNPRIVILEGED_USER: Required<OsUser> = { uid: 65_534, gid: 65_534 };

/**
 * Returns the user to run the database as. PostgreSQL refuses to run as root, so root uses the owner of existing data
 * if that is `postgres` or `nobody`, else `postgres` if it exists, else `nobody`. No user is created.
 */
export function findDatabaseUser(directory: string): OsUser {
  if (process.getuid?.() !== 0) return {};
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  const candidates = ["postgres", "nobody"].flatMap((name) => {
    const user = users.find(([login]) => login === name);
    return user ? [{ uid: Number(user[2]), gid: Number(user[3]) }] : [];
  });
  const owner = statSync(directory, { throwIfNoEntry: false })?.uid;
  return candidates.find(({ uid }) => uid === owner) ?? candidates[0] ?? UNPRIVILEGED_USER;
}

/** Returns whether the runner may traverse all parent folders of `target`, which need not exist. */
export function canReach(runner: OsUser, target: string): boolean {
  if (runner.uid === undefined) return true;
  for (let folder = existingPart(target); ; folder = path.dirname(folder)) {
    const { mode, uid, gid } = statSync(folder);
    const pass = uid === runner.uid ? 0o100 : gid === runner.gid ? 0o010 : 0o001;
    if ((mode & pass) === 0) return false;
    if (folder === path.dirname(folder)) return true;
  }
}

/** Returns the deepest existing folder above `target`, with links resolved. */
function existingPart(target: string): string {
  const folder = path.dirname(target);
  try {
    return realpathSync(folder);
  } catch {
    return existingPart(folder);
  }
}
