import { setTimeout as sleep } from "node:timers/promises";
import { log } from "@/lib/log";

/** Interval of the checks whether the server runs. A check costs one read of `/proc`. */
const CHECK_INTERVAL_MS = 250;
/**
 * The delays between failed starts; the last one repeats and stays short, to notice soon when a full disk has space
 * again.
 */
const RETRY_DELAYS_MS = [100, 250, 500, 1_000, 2_000];
/** Interval of the log lines about a start that keeps failing. */
const LOG_INTERVAL_MS = 60_000;

/** The embedded database as the supervisor uses it. */
interface SupervisedDatabase {
  isRunning(): boolean;
  /** Starts the database, or finds it started by another process. Rejects if it does not start or `signal` aborts. */
  revive(signal: AbortSignal): Promise<void>;
}

/** Restarts the embedded database whenever it has ended, until `stop`; no start begins after that. */
export function supervise(database: SupervisedDatabase): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const watching = watch(database, stopping.signal);
  return {
    stop() {
      stopping.abort();
      return watching;
    },
  };
}

async function watch(database: SupervisedDatabase, signal: AbortSignal): Promise<void> {
  while (await pause(CHECK_INTERVAL_MS, signal)) {
    if (!database.isRunning()) await restart(database, signal);
  }
}

async function restart(database: SupervisedDatabase, signal: AbortSignal): Promise<void> {
  const since = performance.now();
  log.error({}, "the embedded database has ended; restarting it");
  let loggedAt = Number.NEGATIVE_INFINITY;
  for (let attempt = 0; !signal.aborted; attempt++) {
    try {
      await database.revive(signal);
      log.warn({ awayMs: Math.round(performance.now() - since) }, "the embedded database has been restarted");
      return;
    } catch (thrown) {
      if (signal.aborted) return;
      if (performance.now() - loggedAt >= LOG_INTERVAL_MS) {
        loggedAt = performance.now();
        log.error({ reason: reasonOf(thrown) }, "the embedded database does not start; retrying");
      }
    }
    const delayMs = RETRY_DELAYS_MS[Math.min(attempt, RETRY_DELAYS_MS.length - 1)];
    await pause(delayMs ?? CHECK_INTERVAL_MS, signal);
  }
}

/** Returns the most relevant line of an error, usually the server's last FATAL or PANIC line. */
function reasonOf(thrown: unknown): string {
  const lines = (thrown instanceof Error ? thrown.message : String(thrown)).trim().split("\n");
  return (lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1) ?? "").slice(0, 300);
}

/** Waits; resolves to false if `signal` aborted the wait. */
async function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  return sleep(ms, true, { ref: false, signal }).catch(() => false);
}
