import { setTimeout as sleep } from "node:timers/promises";
import { isLockTimeout } from "./db/errors";

/**
 * The pause after a batch, as a multiple of its duration: the work takes a sixteenth of the time, so that recording keeps the
 * database's processor and disk.
 */
const PAUSE_FACTOR = 15;
/** The pause before a batch is repeated that met a locked row. */
const LOCKED_PAUSE_MS = 500;

/** How a large change in the background is made in small SQL transactions. */
export interface BatchOptions {
  /** Ends the work after the batch in progress. */
  signal: AbortSignal;
  /** The pause after a batch, as a multiple of its duration. */
  pauseFactor?: number;
}

/**
 * Repeats a batch until it was the last or the signal aborts, with pauses between; one that fails with a lock timeout is
 * repeated. Returns how many rows all of them changed. Rejects with any other error of a batch.
 */
export async function runInBatches(
  { signal, pauseFactor = PAUSE_FACTOR }: BatchOptions,
  runBatch: () => Promise<{ isLast: boolean; changed: number }>,
): Promise<number> {
  let total = 0;
  while (!signal.aborted) {
    const startedAt = performance.now();
    const batch = await runBatch().catch((thrown: unknown) => {
      if (isLockTimeout(thrown)) return undefined;
      throw thrown;
    });
    total += batch?.changed ?? 0;
    if (batch?.isLast) break;
    const pauseMs = batch ? (performance.now() - startedAt) * pauseFactor : LOCKED_PAUSE_MS;
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
  }
  return total;
}
