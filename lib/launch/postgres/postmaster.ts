import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statfsSync,
  statSync,
  truncateSync,
} from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isRunning, processMark } from "@/lib/launch/lock.mjs";
import type { Binaries } from "./binaries";
import type { OsUser } from "./os-user";

/** A running PostgreSQL server. */
export interface Postmaster {
  pid: number;
  port: number;
}

/** Settings of the server by their names in postgresql.conf. */
export type ServerSettings = Record<string, string>;

interface StartOptions {
  binaries: Binaries;
  runner: OsUser;
  directory: string;
  settings: ServerSettings;
  /** The port to try first. */
  port?: number;
  /** Waits no longer when aborted; a server that is starting then goes on by itself. */
  signal?: AbortSignal;
}

const POLL_MS = 20;
const START_TIMEOUT_MS = 30_000;
/** Orphans of a killed postmaster that are at rest leave at once; whoever is still busy then is told to. */
const ORPHANS_GRACE_MS = 300;
/** An orphan that was frozen hears nothing and is ended. */
const ORPHANS_TIMEOUT_MS = 2_000;
const LOG_LIMIT_BYTES = 10 * 1024 * 1024;

const LOCALHOST = "127.0.0.1";
const LOCAL_ONLY: ServerSettings = {
  listen_addresses: LOCALHOST,
  unix_socket_directories: "",
  timezone: "UTC",
  log_timezone: "UTC",
};

/** The environment of PostgreSQL's programs: nothing of ours, so that no setting or secret is handed on. */
export const BARE_ENVIRONMENT = { PATH: "/usr/bin:/bin", LC_ALL: "C", NODE_ENV: "production" } as const;

/**
 * The server that runs on a data directory and is ready for connections; waits while it is starting or stopping.
 * Undefined where none runs, whatever a stale pid file says.
 */
export async function findPostmaster(
  directory: string,
  signal?: AbortSignal,
): Promise<Postmaster | undefined> {
  for (;;) {
    signal?.throwIfAborted();
    const found = readPidFile(directory);
    if (!found || !runsOn(found.pid, directory)) return undefined;
    if (found.isReady) return { pid: found.pid, port: found.port };
    await sleep(POLL_MS);
  }
}

/**
 * Starts a server that outlives this process, and waits until it takes connections; also after a crash, while
 * orphans of the last server still leave. Throws, with the end of the server's log, where it will not start.
 */
export async function startPostmaster(options: StartOptions): Promise<Postmaster> {
  const startedAt = performance.now();
  let port = options.port ?? (await freePort());
  for (;;) {
    clearForeignPidFile(options.directory);
    const { postmaster, log } = await launch(options, port);
    if (postmaster) return postmaster;
    options.signal?.throwIfAborted();
    const sinceMs = performance.now() - startedAt;
    if (sinceMs > START_TIMEOUT_MS || isFull(options.directory)) throw startFailure(options.directory, log);
    if (/could not bind|could not create any TCP\/IP/.test(log)) port = await freePort();
    else if (!/shared memory block|lock file/.test(log)) throw startFailure(options.directory, log);
    if (sinceMs > ORPHANS_GRACE_MS)
      endOrphans(options.directory, sinceMs > ORPHANS_TIMEOUT_MS ? "SIGKILL" : "SIGQUIT");
    await sleep(5 * POLL_MS);
  }
}

/** Less room than this is none: a server needs as much as one segment of its write-ahead log, 16 MB, to get going. */
const LEAST_ROOM_BYTES = 16 * 1024 * 1024;

function isFull(directory: string): boolean {
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize < LEAST_ROOM_BYTES;
}

/** A full disk is said by us, for the server has no room to say it. */
function startFailure(directory: string, log: string): Error {
  const reason = isFull(directory) ? `There is no room left on the disk of ${directory}.` : log;
  return new Error(`PostgreSQL does not start:\n${reason}`);
}

/** Stops the server of a data directory: connections end, data are written out. True where it has ended in time. */
export async function stopPostmaster(directory: string, timeoutMs: number): Promise<boolean> {
  const pid = readPidFile(directory)?.pid;
  if (!pid || !runsOn(pid, directory)) return true;
  const mark = processMark(pid);
  process.kill(pid, "SIGINT");
  const deadline = performance.now() + timeoutMs;
  while (mark && isRunning(mark)) {
    if (performance.now() > deadline) return false;
    await sleep(POLL_MS);
  }
  return true;
}

/** A port of the loopback interface that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, LOCALHOST, resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("A TCP server has no port");
  return address.port;
}

/** One try; the log's part that it wrote comes back where it failed. */
async function launch({ binaries, runner, directory, settings, signal }: StartOptions, port: number) {
  const logFile = path.join(directory, "server.log");
  const log = openSync(logFile, "a");
  if (statSync(logFile).size > LOG_LIMIT_BYTES) truncateSync(logFile);
  const logStart = statSync(logFile).size;
  const flags = Object.entries({ ...LOCAL_ONLY, ...settings, port: String(port) });
  const child = spawn(
    binaries.postgres,
    ["-D", directory, ...flags.flatMap(([name, value]) => ["-c", `${name}=${value}`])],
    {
      ...runner,
      cwd: "/",
      env: BARE_ENVIRONMENT,
      detached: true,
      stdio: ["ignore", log, log],
    },
  );
  closeSync(log);
  child.unref();
  const isReady = await becomesReady(child, directory, signal);
  if (isReady && child.pid) return { postmaster: { pid: child.pid, port }, log: "" };
  return { postmaster: undefined, log: readFileSync(logFile, "utf8").slice(logStart).slice(-4000) };
}

/** Ready is what the pid file says, provided that the file is this child's: a stale one says ready too. */
async function becomesReady(child: ChildProcess, directory: string, signal?: AbortSignal): Promise<boolean> {
  let hasEnded = false;
  child.once("exit", () => {
    hasEnded = true;
  });
  child.once("error", () => {
    hasEnded = true;
  });
  while (!hasEnded && !signal?.aborted) {
    const found = readPidFile(directory);
    if (found?.pid === child.pid && found?.isReady) return true;
    await sleep(POLL_MS);
  }
  return false;
}

function readPidFile(directory: string) {
  try {
    const lines = readFileSync(path.join(directory, "postmaster.pid"), "utf8").split("\n");
    return { pid: Number(lines[0]), port: Number(lines[3]), isReady: lines[7]?.startsWith("ready") === true };
  } catch {
    return undefined;
  }
}

/** Whether the server that a mark was taken of still runs. Cheap enough to be asked several times a second. */
export function isAlive(mark: string): boolean {
  if (process.platform === "linux") return isRunning(mark);
  try {
    return process.kill(Number.parseInt(mark, 10), 0);
  } catch {
    return false;
  }
}

/** Whether that process is a server on that directory, and no zombie or stranger that got the number since. */
function runsOn(pid: number, directory: string): boolean {
  return processMark(pid) !== undefined && commandLine(pid).includes(directory);
}

function commandLine(pid: number): string[] {
  if (process.platform !== "linux") {
    return spawnSync("ps", ["-ww", "-o", "command=", "-p", String(pid)], { encoding: "utf8" }).stdout.split(
      " ",
    );
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  } catch {
    return [];
  }
}

/** PostgreSQL believes a pid file whose number answers signal 0, be it a zombie's or another program's. */
function clearForeignPidFile(directory: string): void {
  const pid = readPidFile(directory)?.pid;
  if (pid && !runsOn(pid, directory)) rmSync(path.join(directory, "postmaster.pid"), { force: true });
}

/** Has the children of a dead postmaster leave at once: they are the processes whose working folder is the data. */
function endOrphans(directory: string, signal: "SIGQUIT" | "SIGKILL"): void {
  if (process.platform !== "linux") return;
  for (const pid of readdirSync("/proc").map(Number).filter(Number.isInteger)) {
    try {
      if (readlinkSync(`/proc/${pid}/cwd`) === directory) process.kill(pid, signal);
    } catch {
      // It has left already, or is not ours to look at.
    }
  }
}
