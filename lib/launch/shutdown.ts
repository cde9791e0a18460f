import { setTimeout as sleep } from "node:timers/promises";

type Step = () => void | Promise<void>;

/** What a stop runs before the door closes: timers to end, streams to say goodbye to. Push to it at start. */
export const onShutdown: Step[] = [];

/** Well within the ten seconds that a stop may take; the database's own stop is bounded by itself. */
const STEP_TIMEOUT_MS = 4_000;

/** The things a start has opened, to be closed in reverse order, once, however often a signal comes. */
export class Openings {
  private readonly closers: Step[] = [];
  private stopping: Promise<void> | undefined;

  /** Whether a stop has begun: a start that sees it goes no further. */
  get isStopping(): boolean {
    return this.stopping !== undefined;
  }

  /** Remembers how to close what has just been opened. */
  add(closer: Step): void {
    this.closers.push(closer);
  }

  /** Closes everything, last opened first, after `pending` has settled; a step that fails or hangs stops no other. */
  close(pending: Promise<unknown> = Promise.resolve()): Promise<void> {
    this.stopping ??= this.closeAll(pending);
    return this.stopping;
  }

  private async closeAll(pending: Promise<unknown>): Promise<void> {
    await settle(() => pending.then(() => undefined));
    await Promise.all(onShutdown.map(settle));
    for (const closer of this.closers.reverse()) await settle(closer);
  }
}

async function settle(step: Step): Promise<void> {
  const limit = sleep(STEP_TIMEOUT_MS, undefined, { ref: false });
  const work = Promise.resolve()
    .then(step)
    .catch((thrown: unknown) => {
      process.stderr.write(`While stopping: ${thrown instanceof Error ? thrown.message : thrown}\n`);
    });
  await Promise.race([work, limit]);
}
