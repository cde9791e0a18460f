import { describeError } from "./core/errors/describe-error";
import { log } from "./log";
import { singleton } from "./process-singleton";

/** Work that the service repeats by itself. */
interface PollLoop {
  /** Starts it, once per process however often it is called. */
  start(): void;
  /** Runs it now, unless a run is in progress. Never rejects. */
  run(): Promise<void>;
  /** Stops it; a run in progress ends by itself. Returns whether the loop was started. */
  stop(): boolean;
}

/**
 * Creates a loop that runs `work` every `intervalMs`, never twice at a time in a process. A run that fails is logged with
 * `failure`, and the next one repeats it. The timer does not keep the process alive. `name` is unique in the process.
 */
export function createPollLoop(
  name: string,
  intervalMs: number,
  work: () => Promise<unknown>,
  failure: string,
): PollLoop {
  const state = singleton(name, () => ({ timer: undefined as NodeJS.Timeout | undefined, isBusy: false }));
  const run = async () => {
    if (state.isBusy) return;
    state.isBusy = true;
    try {
      await work();
    } catch (thrown) {
      log.warn({ internal: describeError(thrown) }, `${failure}; the next run retries`);
    } finally {
      state.isBusy = false;
    }
  };
  return {
    run,
    start: () => {
      state.timer ??= setInterval(run, intervalMs).unref();
    },
    stop: () => {
      const isStarted = state.timer !== undefined;
      clearInterval(state.timer);
      state.timer = undefined;
      return isStarted;
    },
  };
}

/** Work that takes long, which the service repeats by itself. */
interface LongLoop {
  /** Runs it now, and from then on at each interval. */
  start(): void;
  /** Aborts the signal of a run in progress, and waits for its end. */
  stop(): Promise<void>;
}

/** Like `createPollLoop`, for work that takes long and ends early when its signal aborts. */
export function createLongLoop(
  name: string,
  intervalMs: number,
  work: (signal: AbortSignal) => Promise<unknown>,
  failure: string,
): LongLoop {
  const state = singleton(`${name}, run`, () => ({
    stopping: new AbortController(),
    running: Promise.resolve<unknown>(undefined),
  }));
  const run = () => {
    state.running = work(state.stopping.signal);
    return state.running;
  };
  const loop = createPollLoop(name, intervalMs, run, failure);
  return {
    start: () => {
      state.stopping = new AbortController();
      loop.start();
      void loop.run();
    },
    stop: async () => {
      loop.stop();
      state.stopping.abort();
      await state.running.catch(() => undefined);
    },
  };
}
