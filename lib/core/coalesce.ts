import { ERRORS, isFailure } from "./errors/errors";
import { InFlightMap } from "./in-flight/in-flight-map";

/**
 * Coalesces concurrent calls with the same key into one run, without a timer and without a cache: a run always begins
 * after the calls that it answers, so no caller gets a stale result. Calls during a run share the next run. If a run
 * fails with an internal error, the next run fails with it, so that no caller waits twice for an unavailable
 * database.
 */
export class RequestCoalescer<T> {
  private readonly queued = new InFlightMap<Promise<T>>();
  private readonly inFlight = new InFlightMap<Promise<T>>();

  /** A first run is started through `soon`: requests that arrive in parallel are parsed one after the other. */
  constructor(private readonly soon: (begin: () => void) => void) {}

  /** Returns the result of `work`, or rejects with its error. Calls with the same key must pass equivalent work. */
  run(key: string, work: () => Promise<T>): Promise<T> {
    const joined = this.queued.get(key);
    if (joined) return joined;
    const next = this.runAfter(this.inFlight.get(key) ?? new Promise<void>(this.soon), key, work);
    this.queued.set(key, next);
    return next;
  }

  private async runAfter(previous: Promise<unknown>, key: string, work: () => Promise<T>): Promise<T> {
    try {
      await previous;
    } catch (thrown) {
      if (isInternalError(thrown)) throw thrown;
    } finally {
      this.queued.delete(key);
    }
    const result = work();
    this.inFlight.set(key, result);
    try {
      return await result;
    } finally {
      if (this.inFlight.get(key) === result) this.inFlight.delete(key);
    }
  }
}

const isInternalError = (thrown: unknown) => !isFailure(thrown) || ERRORS[thrown.code].status >= 500;
