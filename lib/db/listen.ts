import { setTimeout as sleep } from "node:timers/promises";
import { openClient } from "./connect";

/** How often the channel is listened on again, which does nothing while the connection is sound. */
const REPEAT_MS = 2_000;
/** A repetition that is not answered by then went down a dead connection. */
const REPEAT_TIMEOUT_MS = 2_500;
/** The wait before the next connection is tried. */
const RETRY_MS = 500;

interface Hearing {
  channel: string;
  onNotify(payload: string): void;
  onReady?(): void;
}

/**
 * Listens on a NOTIFY channel through lost, frozen and half-open connections: a dead one is noticed within five
 * seconds and replaced. `onReady` runs at each new connection, for what was told in between was not heard.
 */
export class Listener {
  private isStopped = false;
  /** Aborted when the connection is lost, or is needed no more. */
  private connection = new AbortController();

  constructor(private readonly hearing: Hearing) {
    void this.hear();
  }

  stop(): void {
    this.isStopped = true;
    this.connection.abort();
  }

  private async hear(): Promise<void> {
    while (!this.isStopped) {
      try {
        await this.hearUntilLost();
      } catch {
        // The database is away, the connection is dead or this process is stopping: the next try tells.
      }
      await sleep(this.isStopped ? 0 : RETRY_MS, undefined, { ref: false });
    }
  }

  /** Rejects when the connection is lost. */
  private async hearUntilLost(): Promise<never> {
    const { channel, onNotify, onReady } = this.hearing;
    const connection = new AbortController();
    this.connection = connection;
    const client = openClient("takings_system", {
      max: 1,
      onNotify: (_channel, payload) => onNotify(payload),
      onClose: () => connection.abort(),
    });
    try {
      await within(REPEAT_TIMEOUT_MS, client`listen ${client(channel)}`);
      onReady?.();
      for (;;) {
        await sleep(REPEAT_MS, undefined, { ref: false, signal: connection.signal });
        await within(REPEAT_TIMEOUT_MS, client`listen ${client(channel)}`);
      }
    } finally {
      void client.end({ timeout: 0 }).catch(() => undefined);
    }
  }
}

/** Rejects where a statement is not answered within a time. */
async function within(timeoutMs: number, statement: PromiseLike<unknown>): Promise<void> {
  const isLate = await Promise.race([statement, sleep(timeoutMs, timeoutMs, { ref: false })]);
  if (isLate === timeoutMs) throw new Error("the database does not answer");
}
