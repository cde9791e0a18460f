import { setTimeout as sleep } from "node:timers/promises";
import { firstIdAt } from "./core/ids";
import { systemDb } from "./db/client";
import { isLockTimeout } from "./db/errors";

/** How fast a change in the background proceeds. */
interface Pace {
  /** The most rows that a batch changes. Larger batches cost less per row, and delay the commits of others for longer. */
  limit: number;
  /** The pause after a batch, as a multiple of its duration. */
  pauseFactor: number;
}

/** While payments are recorded: far fewer than one payment in a hundred meets a batch, so that their p99 does not rise. */
const RECORDING_PACE: Pace = { limit: 50, pauseFactor: 200 };
const IDLE_PACE: Pace = { limit: 200, pauseFactor: 1 };
/** How long after a bank's notification the slow pace is kept. */
const RECORDING_MS = 10_000;
/** The pause before a batch is repeated that met a locked row. */
const LOCKED_PAUSE_MS = 500;

/** How a large change in the background is made in small SQL transactions. */
export interface BatchOptions {
  /** Ends the work after the batch in progress. */
  signal: AbortSignal;
  /** The pause after a batch, as a multiple of its duration. By default more while payments are recorded. */
  pauseFactor?: number;
}

/**
 * Repeats a batch until it was the last or the signal aborts, slowly while any process records payments; one that fails with
 * a lock timeout is repeated. A batch changes at most `limit` rows and says whether it was the last. Returns how many rows
 * all of them changed. Rejects with any other error of a batch.
 */
export async function runInBatches(
  { signal, pauseFactor }: BatchOptions,
  runBatch: (limit: number) => Promise<{ isLast: boolean; changed: number }>,
): Promise<number> {
  let total = 0;
  while (!signal.aborted) {
    const pace = await choosePace();
    const startedAt = performance.now();
    const batch = await runBatch(pace.limit).catch((thrown: unknown) => {
      if (isLockTimeout(thrown)) return undefined;
      throw thrown;
    });
    total += batch?.changed ?? 0;
    if (batch?.isLast) break;
    const workMs = performance.now() - startedAt;
    const pauseMs = batch ? workMs * (pauseFactor ?? pace.pauseFactor) : LOCKED_PAUSE_MS;
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
  }
  return total;
}

/** The ids of notifications are in the order of time: one index probe shows what any process has received. */
async function choosePace(): Promise<Pace> {
  const received = await systemDb().sql`
    select from bank_notifications where id > ${firstIdAt("notification", Date.now() - RECORDING_MS)} limit 1`;
  return received.count > 0 ? RECORDING_PACE : IDLE_PACE;
}
