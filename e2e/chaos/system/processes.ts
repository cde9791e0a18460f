import { execFileSync, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** A process as `ps` lists it. */
export interface ProcessEntry {
  pid: number;
  parent: number;
  command: string;
}

/** Lists every process of this machine. */
function listProcesses(): ProcessEntry[] {
  const lines = execFileSync("ps", ["-A", "-ww", "-o", "pid=,ppid=,command="], { encoding: "utf8" }).split(
    "\n",
  );
  return lines.flatMap((line) => {
    const [, pid, parent, command = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid ? [{ pid: Number(pid), parent: Number(parent), command }] : [];
  });
}

/** The process id in the postmaster's pid file in a data folder; undefined if there is none. */
export function postmasterOf(directory: string): number | undefined {
  try {
    const [line] = readFileSync(path.join(directory, "postmaster.pid"), "utf8").split("\n");
    const pid = Number(line);
    return isAlive(pid) ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** A postmaster and all its descendants. */
export function listProcessTree(postmaster: number): ProcessEntry[] {
  return listProcesses().filter(({ pid, parent }) => pid === postmaster || parent === postmaster);
}

/** The backends that serve connections, without background workers. */
export function backendsOf(postmaster: number): number[] {
  return listProcessTree(postmaster)
    .filter(({ command }) => /^postgres: takings/.test(command))
    .map(({ pid }) => pid);
}

/** Whether a process exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Sends a signal to each process; those that have exited are ignored. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has exited.
    }
  }
}

/**
 * Kills a process when this one ends for any reason, because the pipe to the watchdog breaks then. Returns a
 * function that cancels this.
 */
export function killOnExit(pid: number, signal: "TERM" | "INT"): () => void {
  const guardian = spawn("sh", ["-c", `cat > /dev/null; kill -CONT ${pid}; kill -${signal} ${pid}`], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  guardian.unref();
  guardian.stdin.on("error", () => undefined);
  if ("unref" in guardian.stdin && typeof guardian.stdin.unref === "function") guardian.stdin.unref();
  return () => void guardian.kill("SIGKILL");
}

const QUIET_FROM = 20_000;
const QUIET_COUNT = 10_000;
let next = process.pid % QUIET_COUNT;

/**
 * Returns an unused port below the ephemeral range. If it were in that range, a client that reconnects while a
 * server is down could be given the server's port as its own and connect to itself.
 */
export async function findUnusedPort(): Promise<number> {
  for (;;) {
    const port = QUIET_FROM + (next++ % QUIET_COUNT);
    const isFree = await new Promise<boolean>((resolve) => {
      const probe = createServer().once("error", () => resolve(false));
      probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}

/** Polls until a condition is true or the time limit is over. Returns whether it became true. */
export async function pollUntil(
  condition: () => boolean | Promise<boolean>,
  limitMs: number,
  everyMs = 25,
): Promise<boolean> {
  const deadline = performance.now() + limitMs;
  while (!(await condition())) {
    if (performance.now() > deadline) return false;
    await sleep(everyMs);
  }
  return true;
}
