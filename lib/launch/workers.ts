import cluster, { type Worker } from "node:cluster";
import { setTimeout as sleep } from "node:timers/promises";
import { systemDb } from "@/lib/db/client";
import {
  CONNECTIONS_PER_PROCESS,
  EMBEDDED_MAX_CONNECTIONS,
  MAX_EMBEDDED_PROCESSES,
} from "@/lib/db/connections/connection-limits";
import { loadSettings, type Settings, SettingsError } from "@/lib/env";
import { log } from "@/lib/log";
import { collectForWorkers, findBudgetFaults, readConnectionBudget } from "@/lib/monitoring";

/** The pause before a worker that ended is replaced, so that a worker that cannot start costs little. */
const REPLACE_AFTER_MS = 1_000;
/** A worker drains within ten seconds, after the delay of its shutdown. */
const STOP_TIMEOUT_MS = 12_000;

/** Throws `SettingsError` if `WEB_CONCURRENCY` processes would need more connections than the embedded database has. */
export function assertConnectionBudget({ webConcurrency, databaseIsEmbedded }: Settings): void {
  if (databaseIsEmbedded && webConcurrency > MAX_EMBEDDED_PROCESSES)
    throw new SettingsError([
      `WEB_CONCURRENCY: must be at most ${MAX_EMBEDDED_PROCESSES} with the embedded database, which has ${EMBEDDED_MAX_CONNECTIONS} connections; a process uses ${CONNECTIONS_PER_PROCESS}`,
    ]);
}

/**
 * Throws `SettingsError` if the database server allows fewer connections than this machine's processes need, and logs a warning
 * if it does for all processes that are connected with them.
 */
export async function enforceConnectionBudget({ webConcurrency }: Settings): Promise<void> {
  const budget = await readConnectionBudget(systemDb());
  const faults = findBudgetFaults(budget, webConcurrency);
  if (faults.length > 0) throw new SettingsError(faults.map((fault) => `WEB_CONCURRENCY: ${fault}`));
  const [all] = findBudgetFaults(budget, budget.runningProcesses + webConcurrency);
  if (all) log.warn({ reason: all }, "the database allows too few connections for all processes");
}

/** The worker processes that share the port of this process. */
export interface Workers {
  /** Ends all workers, each after its drain. Never rejects. */
  stop(): Promise<void>;
}

/**
 * Starts `count` worker processes with this environment, which serve the port together. Returns when every one serves;
 * rejects if one ends before. A worker that ends later is replaced.
 */
export async function startWorkers(count: number, environment: NodeJS.ProcessEnv): Promise<Workers> {
  // Each worker accepts connections itself: the primary process would keep one open that it handed to a worker as that died.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  collectForWorkers();
  const running = new Set<Worker>();
  let isStopping = false;
  const start = (): Promise<void> => {
    const worker = cluster.fork(environment);
    running.add(worker);
    let isServing = false;
    return new Promise((resolve, reject) => {
      worker.once("listening", () => {
        isServing = true;
        resolve();
      });
      worker.once("exit", (code, signal) => {
        running.delete(worker);
        if (isStopping) return;
        if (!isServing) return reject(new Error("A worker process ended before it served requests."));
        log.error({ code, signal }, "a worker process ended and is replaced");
        void replace();
      });
    });
  };
  const replace = async (): Promise<void> => {
    await sleep(REPLACE_AFTER_MS);
    if (!isStopping) await start().catch(replace);
  };
  const stop = async () => {
    isStopping = true;
    const ended = [...running].map((worker) => new Promise((resolve) => worker.once("exit", resolve)));
    for (const worker of running) worker.process.kill("SIGTERM");
    await Promise.race([
      Promise.all(ended),
      sleep(STOP_TIMEOUT_MS + loadSettings().shutdownDelayMs, undefined, { ref: false }),
    ]);
    for (const worker of running) worker.process.kill("SIGKILL");
  };
  try {
    // The first alone: it may generate secrets and migrate.
    await start();
    await Promise.all(Array.from({ length: count - 1 }, start));
  } catch (thrown) {
    await stop();
    throw thrown;
  }
  return { stop };
}
