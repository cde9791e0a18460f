import { setMaxListeners } from "node:events";
import { log } from "@/lib/log";
import { attemptDelivery } from "./attempt";
import { type ClaimedDelivery, claimDueDeliveries } from "./claim";
import { recordAttempt } from "./record";

/** Tries under way at once: enough to keep fast receivers and the recording statement busy (docs/performance.md). */
const SLOTS = 128;
/** A claim waits until so many slots are free, so that one statement claims many. */
const WORTHWHILE = 32;

/** Events being sent by one sender. */
export interface Round {
  readonly tally: { attempted: number; delivered: number; failed: number };
  /**
   * Claims and starts what is due until nothing more is, or `mayClaim` says no. Tries may still be under way when it
   * resolves. Rejects where the database cannot be reached.
   */
  start(mayClaim: () => boolean): Promise<void>;
  /** Resolves when no try is under way, or after this time. */
  settle(timeoutMs: number): Promise<void>;
  /** Cuts short what is under way, and due again at once. */
  cutShort(): void;
}

/**
 * Opens a round of sending, with its own slots and its own count. `onFailed` runs when a try that failed has been
 * recorded, so that its event may be due again soon.
 */
export function openRound(onFailed: () => void = () => undefined): Round {
  const tally = { attempted: 0, delivered: 0, failed: 0 };
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal);
  let underWay = 0;
  const watchers = new Set<() => void>();
  /** Resolves when no more than so many tries are under way. */
  const atMost = (limit: number) =>
    new Promise<void>((resolve) => {
      const watch = () => {
        if (underWay > limit || !watchers.delete(watch)) return;
        resolve();
      };
      watchers.add(watch);
      watch();
    });

  async function send(delivery: ClaimedDelivery): Promise<void> {
    try {
      const attempt = await attemptDelivery(delivery, { stopping: stopping.signal });
      await recordAttempt(delivery, attempt);
      tally.attempted++;
      tally[attempt.ok ? "delivered" : "failed"]++;
      if (!attempt.ok) onFailed();
    } catch (thrown) {
      const reason = thrown instanceof Error ? thrown.message : String(thrown);
      log.error(
        { delivery: delivery.id, reason },
        "an attempt could not be recorded; the event goes out again",
      );
    } finally {
      underWay--;
      for (const watch of [...watchers]) watch();
    }
  }

  return {
    tally,
    async start(mayClaim) {
      while (mayClaim()) {
        await atMost(SLOTS - WORTHWHILE);
        if (!mayClaim()) return;
        const free = SLOTS - underWay;
        const claimed = await claimDueDeliveries(free);
        underWay += claimed.length;
        for (const delivery of claimed) void send(delivery);
        if (claimed.length < free) return;
      }
    },
    settle: (timeoutMs) => within(timeoutMs, atMost(0)),
    cutShort: () => stopping.abort(),
  };
}

/** Resolves when the work does, or after this time. */
async function within(timeoutMs: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs);
  });
  await Promise.race([work, timeout]);
  clearTimeout(timer);
}
