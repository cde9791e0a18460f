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
  /** Called for each value of a notification, whose payload can have several with spaces between them. */
  onNotify(value: string): void;
  onReady?: (() => void) | undefined;
}

/**
 * The connection of this process that listens on NOTIFY channels; one for all of them, because a commit with a notification
 * wakes every listening connection. It is opened for the first subscription, and replaced within five seconds if it is lost,
 * frozen or half-open.
 */
export class Listener {
  private readonly subscriptions: Subscription[] = [];
  private isStopped = false;
  /** Aborted to end the pause between two LISTENs. */
  private pause = new AbortController();

  /**
   * Passes the notifications of a channel on. `onReady` runs on each new connection; notifications sent while there was none
   * are lost.
   */
  add(subscription: Subscription): void {
    this.subscriptions.push(subscription);
    if (this.subscriptions.length === 1) void this.run();
    else this.pause.abort();
  }

  stop(): void {
    this.isStopped = true;
    this.pause.abort();
  }

  private async run(): Promise<void> {
    while (!this.isStopped) {
      try {
        await this.listenUntilLost();
      } catch {
        // The database is unavailable, or the connection is dead.
      }
      if (!this.isStopped) await sleep(RETRY_MS, undefined, { ref: false });
    }
  }

  /** Returns or rejects when the connection is lost, and returns when this process stops listening. */
  private async listenUntilLost(): Promise<void> {
    let isLost = false;
    const client = openClient("takings_system", {
      max: 1,
      applicationName: processName(),
      onNotify: (channel, payload) => {
        for (const subscription of this.subscriptions)
          if (subscription.channel === channel)
            for (const value of payload.split(" ")) subscription.onNotify(value);
      },
      onClose: () => {
        isLost = true;
        this.pause.abort();
      },
    });
    const ready = new Set<Subscription>();
    try {
      while (!isLost && !this.isStopped) {
        this.pause = new AbortController();
        const subscriptions = [...this.subscriptions];
        const channels = new Set(subscriptions.map(({ channel }) => channel));
        const listening = Promise.all([...channels].map((channel) => client`listen ${client(channel)}`));
        await within(REPEAT_TIMEOUT_MS, listening);
        for (const subscription of subscriptions) {
          if (!ready.has(subscription)) subscription.onReady?.();
          ready.add(subscription);
        }
        await sleep(REPEAT_MS, undefined, { ref: false, signal: this.pause.signal }).catch(() => undefined);
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
