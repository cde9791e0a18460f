import { readFileSync, realpathSync, statSync } from "node:fs";
import path from "node:path";

/** The user whom the database runs as; empty where that is the user of this process. */
export interface OsUser {
  uid?: number;
  gid?: number;
}

/** What a machine without a `nobody` in its list of users calls nobody. */
const UNPRIVILEGED_USER: Required<OsUser> = { uid: 65_534, gid: 65_534 };

/**
 * Whom the database runs as: PostgreSQL refuses to run as root, so root lends it to `postgres` where that user
 * exists, else to `nobody`; data that one of the two has already stay with it. No user is ever made.
 */
export function databaseUser(directory: string): OsUser {
  if (process.getuid?.() !== 0) return {};
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  const lenders = ["postgres", "nobody"].flatMap((name) => {
    const user = users.find(([login]) => login === name);
    return user ? [{ uid: Number(user[2]), gid: Number(user[3]) }] : [];
  });
  const holder = statSync(directory, { throwIfNoEntry: false })?.uid;
  return lenders.find(({ uid }) => uid === holder) ?? lenders[0] ?? UNPRIVILEGED_USER;
}

/** Whether the runner may pass through every folder on the way to `target`, which need not exist itself. */
export function canReach(runner: OsUser, target: string): boolean {
  if (runner.uid === undefined) return true;
  for (let folder = existingPart(target); ; folder = path.dirname(folder)) {
    const { mode, uid, gid } = statSync(folder);
    const pass = uid === runner.uid ? 0o100 : gid === runner.gid ? 0o010 : 0o001;
    if ((mode & pass) === 0) return false;
    if (folder === path.dirname(folder)) return true;
  }
}

/** The deepest folder above `target` that exists, with links resolved. */
function existingPart(target: string): string {
  const folder = path.dirname(target);
  try {
    return realpathSync(folder);
  } catch {
    return existingPart(folder);
  }
}
