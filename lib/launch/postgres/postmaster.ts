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
import { isRunning, processIdentity } from "@/lib/launch/lock.mjs";
import type { Binaries } from "./binaries";
import type { OsUser } from "./os-user";

/** A running PostgreSQL server. */
export interface Postmaster {
  pid: number;
  port: number;
}

/** Server settings by their names in postgresql.conf. */
export type ServerSettings = Record<string, string>;

interface StartOptions {
  binaries: Binaries;
  runner: OsUser;
  directory: string;
  settings: ServerSettings;
  /** The port to try first. */
  port?: number;
  /** Ends the wait; a server that is starting then continues by itself. */
  signal?: AbortSignal;
}

const POLL_MS = 20;
const START_TIMEOUT_MS = 30_000;
/** Idle orphans of a killed postmaster exit at once; after this time busy ones get SIGQUIT. */
const ORPHANS_GRACE_MS = 300;
/** After this time orphans that ignore SIGQUIT, such as frozen ones, get SIGKILL. */
const ORPHANS_TIMEOUT_MS = 2_000;
const LOG_LIMIT_BYTES = 10 * 1024 * 1024;

const LOCALHOST = "127.0.0.1";
const LOCAL_ONLY: ServerSettings = {
  listen_addresses: LOCALHOST,
  unix_socket_directories: "",
  timezone: "UTC",
  log_timezone: "UTC",
};

/** The environment of PostgreSQL's programs, without our settings and secrets. */
export const MINIMAL_ENVIRONMENT = { PATH: "/usr/bin:/bin", LC_ALL: "C", NODE_ENV: "production" } as const;

/**
 * Finds the server that runs on a data directory and is ready for connections; waits while it is starting or stopping.
 * Returns undefined if none runs, even if there is a stale pid file.
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
 * Starts a server that outlives this process, and waits until it accepts connections. After a crash it waits for
 * orphans of the previous server to exit. Throws an error with the end of the server's log if it does not start.
 */
export async function startPostmaster(options: StartOptions): Promise<Postmaster> {
  const startedAt = performance.now();
  let port = options.port ?? (await findFreePort());
  for (;;) {
    clearForeignPidFile(options.directory);
    const { postmaster, log } = await launch(options, port);
    if (postmaster) return postmaster;
    options.signal?.throwIfAborted();
    const sinceMs = performance.now() - startedAt;
    if (sinceMs > START_TIMEOUT_MS || isFull(options.directory)) throw startFailure(options.directory, log);
    if (/could not bind|could not create any TCP\/IP/.test(log)) port = await findFreePort();
    else if (!/shared memory block|lock file/.test(log)) throw startFailure(options.directory, log);
    if (sinceMs > ORPHANS_GRACE_MS)
      endOrphans(options.directory, sinceMs > ORPHANS_TIMEOUT_MS ? "SIGKILL" : "SIGQUIT");
    await sleep(5 * POLL_MS);
  }
}

/** Below this the disk counts as full: a server needs one WAL segment, 16 MB, to start. */
const MIN_FREE_BYTES = 16 * 1024 * 1024;

function isFull(directory: string): boolean {
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize < MIN_FREE_BYTES;
}

/** Names a full disk as the reason, because the server has no space left to log it. */
function startFailure(directory: string, log: string): Error {
  const reason = isFull(directory) ? `There is no room left on the disk of ${directory}.` : log;
  return new Error(`PostgreSQL does not start:\n${reason}`);
}

/**
 * Stops the server of a data directory: closes connections and flushes data. Returns whether it ended within
 * `timeoutMs`.
 */
export async function stopPostmaster(directory: string, timeoutMs: number): Promise<boolean> {
  const pid = readPidFile(directory)?.pid;
  if (!pid || !runsOn(pid, directory)) return true;
  const mark = processIdentity(pid);
  process.kill(pid, "SIGINT");
  const deadline = performance.now() + timeoutMs;
  while (mark && isRunning(mark)) {
    if (performance.now() > deadline) return false;
    await sleep(POLL_MS);
  }
  return true;
}

/** Returns a port of the loopback interface that has just been free. */
async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, LOCALHOST, resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("A TCP server has no port");
  return address.port;
}

/** Makes one start attempt; returns the new part of the server's log if it fails. */
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
      env: MINIMAL_ENVIRONMENT,
      detached: true,
      stdio: ["ignore", log, log],
    },
  );
  closeSync(log);
  child.unref();
  const isReady = await waitUntilReady(child, directory, signal);
  if (isReady && child.pid) return { postmaster: { pid: child.pid, port }, log: "" };
  return { postmaster: undefined, log: readFileSync(logFile, "utf8").slice(logStart).slice(-4000) };
}

/** Waits until the pid file of this child says ready; a stale file of another process is ignored. */
async function waitUntilReady(
  child: ChildProcess,
  directory: string,
  signal?: AbortSignal,
): Promise<boolean> {
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

/** Returns whether the server with this `processIdentity` still runs. Cheap enough for several calls per second. */
export function isAlive(mark: string): boolean {
  if (process.platform === "linux") return isRunning(mark);
  try {
    return process.kill(Number.parseInt(mark, 10), 0);
  } catch {
    return false;
  }
}

/** Returns whether a process is a server on that directory, and not a zombie or another process with a reused pid. */
function runsOn(pid: number, directory: string): boolean {
  if (processIdentity(pid) === undefined) return false;
  if (process.platform === "linux") return readArguments(pid).includes(directory);
  // The arguments are separated by spaces, which a directory can contain too: it ends where the next option begins.
  return `${ps("command", pid)} -c `.includes(` -D ${directory} -c `);
}

function readArguments(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  } catch {
    return [];
  }
}

/** Returns a column of `ps` for a process; "" if there is no such process. */
function ps(column: "command" | "ucomm", pid: number): string {
  const { stdout } = spawnSync("ps", ["-ww", "-o", `${column}=`, "-p", String(pid)], { encoding: "utf8" });
  return (stdout ?? "").trim();
}

/**
 * Removes a pid file that is not a server's: PostgreSQL trusts any pid that accepts signal 0, even another program's. A
 * running server whose pid file is removed shuts itself down: where `runsOn` may not recognise one, that of any server stays.
 */
function clearForeignPidFile(directory: string): void {
  const pid = readPidFile(directory)?.pid;
  if (!pid || runsOn(pid, directory)) return;
  if (process.platform !== "linux" && ps("ucomm", pid) === "postgres") return;
  rmSync(path.join(directory, "postmaster.pid"), { force: true });
}

/** Ends the children of a dead postmaster: the processes whose working directory is the data directory. */
function endOrphans(directory: string, signal: "SIGQUIT" | "SIGKILL"): void {
  if (process.platform !== "linux") return;
  for (const pid of readdirSync("/proc").map(Number).filter(Number.isInteger)) {
    try {
      if (readlinkSync(`/proc/${pid}/cwd`) === directory) process.kill(pid, signal);
    } catch {
      // The process has exited, or belongs to another user.
    }
  }
}
