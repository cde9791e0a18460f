import { execFileSync, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** A process as `ps` lists it. */
export interface Listed {
  pid: number;
  parent: number;
  command: string;
}

/** Every process of this machine. */
export function listProcesses(): Listed[] {
  const lines = execFileSync("ps", ["-A", "-ww", "-o", "pid=,ppid=,command="], { encoding: "utf8" }).split(
    "\n",
  );
  return lines.flatMap((line) => {
    const [, pid, parent, command = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid ? [{ pid: Number(pid), parent: Number(parent), command }] : [];
  });
}

/** The number of the postmaster that runs on a folder of data, by its pid file; undefined where there is none. */
export function postmasterOf(directory: string): number | undefined {
  try {
    const [line] = readFileSync(path.join(directory, "postmaster.pid"), "utf8").split("\n");
    const pid = Number(line);
    return isAlive(pid) ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** A postmaster and all that it has started. */
export function familyOf(postmaster: number): Listed[] {
  return listProcesses().filter(({ pid, parent }) => pid === postmaster || parent === postmaster);
}

/** The backends that serve connections, not those that keep house. */
export function backendsOf(postmaster: number): number[] {
  return familyOf(postmaster)
    .filter(({ command }) => /^postgres: takings/.test(command))
    .map(({ pid }) => pid);
}

/** Whether a process answers to a signal. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Sends a signal to each; one that has gone already is none the worse. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has gone.
    }
  }
}

/** Has a process end when this one ends in whatever way, for the pipe to its guard breaks then; until called off. */
export function guard(pid: number, signal: "TERM" | "INT"): () => void {
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
 * A port that nobody listens on, from below those that systems give to outgoing connections: a client that calls
 * again and again while a server is away would else be given that server's own port one day, and answer itself.
 */
export async function quietPort(): Promise<number> {
  for (;;) {
    const port = QUIET_FROM + (next++ % QUIET_COUNT);
    const isFree = await new Promise<boolean>((resolve) => {
      const probe = createServer().once("error", () => resolve(false));
      probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}

/** Waits until something holds, for so long and no longer; whether it came to hold. */
export async function holds(
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
