import { setTimeout as sleep } from "node:timers/promises";
import { log } from "@/lib/log";

/** A look costs one read of `/proc`; a server that is gone is missed within this time. */
const LOOK_EVERY_MS = 250;
/** The waits between starts that fail; the last one repeats, so that a disk with room again is found soon. */
const RETRY_MS = [100, 250, 500, 1_000, 2_000];
/** How often a start that keeps failing is told. */
const TELL_EVERY_MS = 60_000;

/** The embedded database as its keeper sees it. */
interface Kept {
  isRunning(): boolean;
  /** Starts it, or finds it started by another process. Rejects where it does not start; ends early when aborted. */
  revive(signal: AbortSignal): Promise<void>;
}

/** Starts the embedded database again whenever it has ended, until `stop`, after which nothing is started any more. */
export function supervise(database: Kept): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const watching = watch(database, stopping.signal);
  return {
    stop() {
      stopping.abort();
      return watching;
    },
  };
}

async function watch(database: Kept, signal: AbortSignal): Promise<void> {
  while (await pause(LOOK_EVERY_MS, signal)) {
    if (!database.isRunning()) await restart(database, signal);
  }
}

async function restart(database: Kept, signal: AbortSignal): Promise<void> {
  const since = performance.now();
  log.error({}, "the embedded database has ended; it is started again");
  let toldAt = Number.NEGATIVE_INFINITY;
  for (let attempt = 0; !signal.aborted; attempt++) {
    try {
      await database.revive(signal);
      log.warn({ awayMs: Math.round(performance.now() - since) }, "the embedded database runs again");
      return;
    } catch (thrown) {
      if (signal.aborted) return;
      if (performance.now() - toldAt >= TELL_EVERY_MS) {
        toldAt = performance.now();
        log.error({ reason: reasonOf(thrown) }, "the embedded database does not start; it is tried on");
      }
    }
    await pause(RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)] ?? LOOK_EVERY_MS, signal);
  }
}

/** The line that says why, of all that a server has said. */
function reasonOf(thrown: unknown): string {
  const lines = (thrown instanceof Error ? thrown.message : String(thrown)).trim().split("\n");
  return (lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1) ?? "").slice(0, 300);
}

/** Waits; false where the wait was cut short. */
async function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  return sleep(ms, true, { ref: false, signal }).catch(() => false);
}
