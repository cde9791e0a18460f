import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** Clock ticks per second of `/proc` on Linux. */
const TICKS_PER_SECOND = 100;

interface ProcessStat {
  parent: number;
  ticks: number;
}

/** Reads a process's parent and its processor time, with that of its ended children. */
function readStat(pid: string): ProcessStat | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    const [, parent = 0] = fields;
    return { parent, ticks: fields.slice(11, 15).reduce((sum, ticks) => sum + ticks, 0) };
  } catch {
    return undefined;
  }
}

/** Returns the processor time in milliseconds of a process and all its descendants, including its database. */
export function readProcessorMs(pid: number): number {
  const all = new Map<number, ProcessStat>();
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    const stat = readStat(name);
    if (stat) all.set(Number(name), stat);
  }
  const isOwn = (one: number): boolean =>
    one === pid || (all.has(one) && one > 1 && isOwn(all.get(one)?.parent ?? 0));
  let ticks = 0;
  for (const [one, stat] of all) if (isOwn(one)) ticks += stat.ticks;
  return (ticks * 1_000) / TICKS_PER_SECOND;
}

/** A process that uses less processor time per second than this is idle: only its timers run. */
const IDLE_MS = 60;
const IDLE_TIMEOUT_MS = 60_000;

/** Returns when these processes and their descendants were idle for two seconds, at the latest after a minute. */
export async function untilIdle(pids: number[]): Promise<void> {
  const deadline = Date.now() + IDLE_TIMEOUT_MS;
  const readAll = () => pids.reduce((sum, pid) => sum + readProcessorMs(pid), 0);
  for (let idle = 0, before = readAll(); idle < 2 && Date.now() < deadline; ) {
    await sleep(1_000);
    const now = readAll();
    idle = now - before < IDLE_MS ? idle + 1 : 0;
    before = now;
  }
}
