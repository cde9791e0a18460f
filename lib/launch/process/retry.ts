import { setTimeout as sleep } from "node:timers/promises";
import { describeError } from "@/lib/core/errors/describe-error";
import { isFailure } from "@/lib/core/errors/errors";
import { log } from "@/lib/log";

/** A database that is away for longer ends the start; a supervisor then starts the service again. */
const LIMIT_MS = 30_000;
const PAUSE_MS = 500;

interface RetryOptions {
  /** Ends the repetition, for example because the service stops. */
  isStopping?: () => boolean;
  limitMs?: number;
  pauseMs?: number;
}

/**
 * Runs a step of the start, and repeats it while the database is unavailable, for up to 30 seconds: a start that competes with
 * others for the processor can miss a database that is there. Throws the step's error, any other one at once.
 */
export async function retryWhileUnavailable<T>(
  step: () => Promise<T>,
  { isStopping = () => false, limitMs = LIMIT_MS, pauseMs = PAUSE_MS }: RetryOptions = {},
): Promise<T> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    try {
      return await step();
    } catch (thrown) {
      const isAway = isFailure(thrown) && thrown.code === "unavailable";
      if (!isAway || isStopping() || performance.now() > deadline) throw thrown;
      log.warn({ reason: describeError(thrown) }, "the start waits for the database");
      await sleep(pauseMs);
    }
  }
}
