import { spawnSync } from "node:child_process";
import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const POLL_MS = 40;
let drafts = 0;

/**
 * What tells a process from every other that ever had its number: `pid-start`. Undefined where no such process
 * runs; a zombie does not run, although it still answers signal 0.
 *
 * @param {number} pid
 * @returns {string | undefined}
 */
export function processMark(pid = process.pid) {
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  if (process.platform === "linux") {
    const stat = readOrBlank(`/proc/${pid}/stat`);
    // The name stands in brackets and may hold anything, so fields are counted after the last one.
    const [state, ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return stat === "" || state === "Z" || state === "X" ? undefined : `${pid}-${fields[18]}`;
  }
  const { stdout } = spawnSync("ps", ["-o", "stat=,lstart=", "-p", String(pid)], { encoding: "utf8" });
  const [state = "Z", ...start] = (stdout ?? "").trim().split(/\s+/);
  return start.length === 0 || state.startsWith("Z") ? undefined : `${pid}-${start.join("")}`;
}

/**
 * Whether the process that a mark was taken of still runs.
 *
 * @param {string} mark
 */
export function isRunning(mark) {
  return mark !== "" && processMark(Number.parseInt(mark, 10)) === mark;
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
 * Writes a file so that a reader, or a crash, meets the old content or the new, never a part.
 *
 * @param {string} file
 * @param {string} content
 * @param {number} [mode]
 */
export function writeAtomically(file, content, mode = 0o644) {
  const draft = `${file}.${process.pid}.${++drafts}`;
  writeFileSync(draft, content, { mode });
  renameSync(draft, file);
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
 * Tries to take the next ticket. The newest ticket is never removed, so its number only grows: whoever comes late
 * with a number that was used and swept before sees a newer one and steps back.
 *
 * @param {string} directory
 * @param {string} mark
 * @returns {string | undefined} the file of the ticket that is now held
 */
function takeTicket(directory, mark) {
  const newest = newestTicket(directory);
  if (newest > 0 && isRunning(readOrBlank(path.join(directory, String(newest))))) return undefined;
  const ticket = path.join(directory, String(newest + 1));
  const draft = path.join(directory, `draft-${mark}-${++drafts}`);
  try {
    writeFileSync(draft, mark);
    if (!isLinked(draft, ticket)) return undefined;
  } finally {
    rmSync(draft, { force: true });
  }
  if (newestTicket(directory) === newest + 1) return ticket;
  rmSync(ticket, { force: true });
  return undefined;
}

/** @param {string} draft @param {string} ticket */
function isLinked(draft, ticket) {
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
 * Runs `work` while no other process of this machine runs any under the same directory. The lock of a killed
 * process is free at once. `handOver(pid)` makes the lock outlive this process for as long as that one runs.
 *
 * @template T
 * @param {string} directory
 * @param {(lock: { handOver(pid: number): void }) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(directory, work) {
  mkdirSync(directory, { recursive: true });
  const mark = processMark();
  if (!mark) throw new Error("This process cannot see itself: is /proc mounted?");
  let ticket = takeTicket(directory, mark);
  while (!ticket) {
    await sleep(POLL_MS);
    ticket = takeTicket(directory, mark);
  }
  const held = ticket;
  sweep(directory, held);
  try {
    return await work({ handOver: (pid) => writeAtomically(held, processMark(pid) ?? mark) });
  } finally {
    writeFileSync(held, "");
  }
}
