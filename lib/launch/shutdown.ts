import { setTimeout as sleep } from "node:timers/promises";

type Step = () => void | Promise<void>;

/** What a stop runs while the door drains: timers to end, streams to say goodbye to. Push to it at start. */
export const onShutdown: Step[] = [];

/** How long a stop waits for a start that is still under way, so that what it opens is closed too. */
const PENDING_TIMEOUT_MS = 6_000;

/** The things a start has opened, to be closed in reverse order, once, however often a signal comes. */
export class Openings {
  private readonly closers: { close: Step; timeoutMs: number }[] = [];
  private stopping: Promise<void> | undefined;

  /** Whether a stop has begun: a start that sees it goes no further. */
  get isStopping(): boolean {
    return this.stopping !== undefined;
  }

  /** Remembers how to close what has just been opened, and how long that may take. */
  add(close: Step, timeoutMs: number): void {
    this.closers.push({ close, timeoutMs });
  }

  /** Closes everything, last opened first, after `pending` has settled; a step that fails or hangs stops no other. */
  close(pending: Promise<unknown> = Promise.resolve()): Promise<void> {
    this.stopping ??= this.closeAll(pending);
    return this.stopping;
  }

  private async closeAll(pending: Promise<unknown>): Promise<void> {
    await settle(() => pending.then(() => undefined), PENDING_TIMEOUT_MS);
    for (const { close, timeoutMs } of this.closers.reverse()) await settle(close, timeoutMs);
  }
}

/** Runs a step for as long as it may take. Never rejects. */
async function settle(step: Step, timeoutMs: number): Promise<void> {
  const limit = sleep(timeoutMs, undefined, { ref: false });
  const work = Promise.resolve()
    .then(step)
    .catch((thrown: unknown) => {
      process.stderr.write(`While stopping: ${thrown instanceof Error ? thrown.message : thrown}\n`);
    });
  await Promise.race([work, limit]);
}
