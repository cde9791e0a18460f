import { setTimeout as sleep } from "node:timers/promises";

type Step = () => void | Promise<void>;

/** Steps that run while the HTTP server drains, such as stopping timers and closing streams. Push to it at start. */
export const onShutdown: Step[] = [];

/** How long a shutdown waits for a start in progress, so that its resources are closed too. */
const PENDING_TIMEOUT_MS = 6_000;

/** The resources that a start has opened; `close` closes them once, in reverse order. */
export class Openings {
  private readonly closers: { close: Step; timeoutMs: number }[] = [];
  private stopping: Promise<void> | undefined;
  /** Whether the process must end without waiting for others, after a bug. */
  isUrgent = false;

  /** Whether a shutdown has begun; a start in progress must then end. */
  get isStopping(): boolean {
    return this.stopping !== undefined;
  }

  /** Adds the closer of an opened resource and its timeout. */
  add(close: Step, timeoutMs: number): void {
    this.closers.push({ close, timeoutMs });
  }

  /**
   * Closes all resources in reverse order after `pending` has settled. A step that fails is logged; one that times out is
   * no longer awaited.
   */
  close(pending: Promise<unknown> = Promise.resolve()): Promise<void> {
    this.stopping ??= this.closeAll(pending);
    return this.stopping;
  }

  private async closeAll(pending: Promise<unknown>): Promise<void> {
    await settle(() => pending.then(() => undefined), PENDING_TIMEOUT_MS);
    for (const { close, timeoutMs } of this.closers.reverse()) await settle(close, timeoutMs);
  }
}

/** Runs a step for at most `timeoutMs`. Never rejects. */
async function settle(step: Step, timeoutMs: number): Promise<void> {
  const limit = sleep(timeoutMs, undefined, { ref: false });
  const work = Promise.resolve()
    .then(step)
    .catch((thrown: unknown) => {
      process.stderr.write(`While stopping: ${thrown instanceof Error ? thrown.message : thrown}\n`);
    });
  await Promise.race([work, limit]);
}
