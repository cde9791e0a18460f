import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { singleton } from "@/lib/process-singleton";
import { openClient } from "./connect";

/** Interval of the repeated LISTEN, which has no effect on a working connection and detects a dead one. */
const REPEAT_MS = 2_000;
/** A LISTEN without an answer after this time means that the connection is dead. */
const REPEAT_TIMEOUT_MS = 2_500;
/** The delay before the next connection attempt. */
const RETRY_MS = 500;

/** The application name of listening connections begins with this and differs by process (`lib/monitoring/connection-budget.ts`). */
export const LISTENER_PREFIX = "takings_listener_";
const processName = () => singleton("listener name", () => LISTENER_PREFIX + randomBytes(6).toString("hex"));

interface Subscription {
  channel: string;
  onNotify(payload: string): void;
  onReady?(): void;
}

/**
 * Listens on a NOTIFY channel and replaces lost, frozen and half-open connections within five seconds. `onReady` runs
 * on each new connection; notifications sent while there was none are lost.
 */
export class Listener {
  private isStopped = false;
  /** Aborted when the connection is lost or no longer needed. */
  private connection = new AbortController();

  constructor(private readonly subscription: Subscription) {
    void this.listen();
  }

  stop(): void {
    this.isStopped = true;
    this.connection.abort();
  }

  private async listen(): Promise<void> {
    while (!this.isStopped) {
      try {
        await this.listenUntilLost();
      } catch {
        // The database is unavailable, the connection is dead or this process is stopping.
      }
      await sleep(this.isStopped ? 0 : RETRY_MS, undefined, { ref: false });
    }
  }

  /** Rejects when the connection is lost. */
  private async listenUntilLost(): Promise<never> {
    const { channel, onNotify, onReady } = this.subscription;
    const connection = new AbortController();
    this.connection = connection;
    const client = openClient("takings_system", {
      max: 1,
      applicationName: processName(),
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

/** Rejects if a statement is not answered within `timeoutMs`. */
async function within(timeoutMs: number, statement: PromiseLike<unknown>): Promise<void> {
  const isLate = await Promise.race([statement, sleep(timeoutMs, timeoutMs, { ref: false })]);
  if (isLate === timeoutMs) throw new Error("the database does not answer");
}
