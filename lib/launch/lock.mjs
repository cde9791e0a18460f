import { spawnSync } from "node:child_process";
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const POLL_MS = 40;
/** The start of a process is written in this language and time zone, whatever those of the caller are. */
const PS_ENVIRONMENT = /** @type {NodeJS.ProcessEnv} */ ({ PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" });
let drafts = 0;

/**
 * Returns an identity of a process that is unique despite reused pids: `pid-start`. Returns undefined if no such
 * process runs; a zombie does not run, although it accepts signal 0.
 *
 * @param {number} pid
 * @returns {string | undefined}
 */
export function processIdentity(pid = process.pid) {
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  if (process.platform === "linux") {
    const stat = readOrBlank(`/proc/${pid}/stat`);
    // The name is in parentheses and can contain any character, so fields are counted after the last parenthesis.
    const [state, ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return stat === "" || state === "Z" || state === "X" ? undefined : `${pid}-${fields[18]}`;
  }
  const { stdout } = spawnSync("ps", ["-o", "stat=,lstart=", "-p", String(pid)], {
    encoding: "utf8",
    env: PS_ENVIRONMENT,
  });
  const [state = "Z", ...start] = (stdout ?? "").trim().split(/\s+/);
  return start.length === 0 || state.startsWith("Z") ? undefined : `${pid}-${start.join("")}`;
}

/**
 * Returns whether the process with this `processIdentity` still runs.
 *
 * @param {string} mark
 */
export function isRunning(mark) {
  return mark !== "" && processIdentity(Number.parseInt(mark, 10)) === mark;
}

/** @param {string} file */
function readOrBlank(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/**
 * Writes a file atomically: for readers, and after a crash or a power failure, the file has either the old or the new content.
 * After the call it has the new one.
 *
 * @param {string} file
 * @param {string} content
 * @param {number} [mode]
 */
export function writeAtomically(file, content, mode = 0o644) {
  const draft = `${file}.${process.pid}.${++drafts}`;
  flushAfter(openSync(draft, "w", mode), (handle) => writeFileSync(handle, content));
  renameSync(draft, file);
  // Windows cannot flush the entries of a folder.
  if (process.platform !== "win32") flushAfter(openSync(path.dirname(file), "r"));
}

/**
 * Flushes an open file or folder to disk, after `write`, and closes it.
 *
 * @param {number} handle
 * @param {(handle: number) => void} [write]
 */
function flushAfter(handle, write) {
  try {
    write?.(handle);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** @param {string} directory */
function newestTicket(directory) {
  return Math.max(
    0,
    ...readdirSync(directory)
      .filter((name) => /^\d+$/.test(name))
      .map(Number),
  );
}

/**
 * Tries to take the next ticket. The newest ticket is never removed, so numbers only grow: a late process with a
 * number that was used and swept before finds a newer ticket and withdraws.
 *
 * @param {string} directory
 * @param {string} mark
 * @returns {string | undefined} the file of the acquired ticket
 */
function takeTicket(directory, mark) {
  const newest = newestTicket(directory);
  if (newest > 0 && isRunning(readOrBlank(path.join(directory, String(newest))))) return undefined;
  const ticket = path.join(directory, String(newest + 1));
  const draft = path.join(directory, `draft-${mark}-${++drafts}`);
  try {
    writeFileSync(draft, mark);
    if (!tryLink(draft, ticket)) return undefined;
  } finally {
    rmSync(draft, { force: true });
  }
  if (newestTicket(directory) === newest + 1) return ticket;
  rmSync(ticket, { force: true });
  return undefined;
}

/** @param {string} draft @param {string} ticket */
function tryLink(draft, ticket) {
  try {
    linkSync(draft, ticket);
    return true;
  } catch {
    return false;
  }
}

/** @param {string} directory @param {string} ticket */
function sweep(directory, ticket) {
  for (const name of readdirSync(directory)) {
    const isOlder = /^\d+$/.test(name) && Number(name) < Number(path.basename(ticket));
    const isAbandoned = name.startsWith("draft-") && !isRunning(name.split("-").slice(1, 3).join("-"));
    if (isOlder || isAbandoned) rmSync(path.join(directory, name), { force: true });
  }
}

/**
 * Runs `work` under a machine-wide lock on `directory`. The lock of a killed process is released at once.
 * `handOver(pid)` transfers the lock to another process, which holds it until it ends. Rejects on Windows, which cannot
 * identify processes as `processIdentity` does, and with the errors of `work`.
 *
 * @template T
 * @param {string} directory
 * @param {(lock: { handOver(pid: number): void }) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(directory, work) {
  if (process.platform === "win32")
    throw new Error(
      "Takings does not run on Windows itself. Start it in WSL (https://learn.microsoft.com/windows/wsl).",
    );
  mkdirSync(directory, { recursive: true });
  const mark = processIdentity();
  if (!mark) throw new Error("This process cannot see itself: is /proc mounted?");
  let ticket = takeTicket(directory, mark);
  while (!ticket) {
    await sleep(POLL_MS);
    ticket = takeTicket(directory, mark);
  }
  const acquired = ticket;
  sweep(directory, acquired);
  try {
    return await work({ handOver: (pid) => writeAtomically(acquired, processIdentity(pid) ?? mark) });
  } finally {
    writeFileSync(acquired, "");
  }
}
