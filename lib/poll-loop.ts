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

/**
 * Creates a loop that every `intervalMs` lists the due connections and runs `work` for each, never twice at a time for one
 * connection in a process. It waits for none of them, so that a slow bank delays no other connection. A failure is logged
 * with `failure`, and the next run repeats it. A stop leaves the work in progress to end by itself, like `createPollLoop`.
 */
export function createConnectionLoop<Connection extends { id: string }>(
  name: string,
  intervalMs: number,
  { listDue, work }: { listDue: () => Promise<Connection[]>; work: (due: Connection) => Promise<unknown> },
  failure: string,
): PollLoop {
  const running = singleton(`${name}, connections`, () => new Set<string>());
  const runOne = async (connection: Connection) => {
    if (running.has(connection.id)) return;
    running.add(connection.id);
    try {
      await work(connection);
    } catch (thrown) {
      log.warn(
        { connection: connection.id, internal: describeError(thrown) },
        `${failure}; the next run retries`,
      );
    } finally {
      running.delete(connection.id);
    }
  };
  const startDue = async () => {
    for (const connection of await listDue()) void runOne(connection);
  };
  return createPollLoop(name, intervalMs, startDue, failure);
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
