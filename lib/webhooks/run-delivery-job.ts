import { setTimeout as sleep } from "node:timers/promises";
import { env } from "@/lib/env";
import { countDueDeliveries, nextDue } from "./claim";
import { detectClockRollback } from "./clock-rollback";
import { slotsLeft, watchRoom } from "./concurrency-limits";
import type { SendingReport } from "./contract";
import { openSendBatch, within } from "./send-batch";

/** A moment in which another process is done with what it is claiming. */
const ASIDE_MS = 20;

/**
 * Sends the events that are due, and answers within `budgetMs` what was tried and how it ended (§6). It claims only
 * while the longest try still fits into the budget, but claims at least once, and waits where origins have no room, or
 * where one event finds out whether the others may go. A try that is longer than the whole budget goes on behind the
 * answer, records itself, and is not counted. `failed` counts tries, not events; `remaining` leaves out what waits for
 * its receiver to come back or for a person. Rejects where the database cannot be reached.
 */
export async function deliverDue({ budgetMs }: { budgetMs: number }): Promise<SendingReport> {
  const startedAt = performance.now();
  const elapsedMs = () => performance.now() - startedAt;
  const claimForMs = budgetMs - env().webhookTimeoutMs;
  let isNew = () => {};
  const round = openSendBatch(() => isNew());
  const unwatch = watchRoom(() => isNew());
  try {
    await detectClockRollback();
    do {
      const news = new Promise<void>((resolve) => {
        isNew = resolve;
      });
      await round.sendDue();
      // Asked before looking ahead: what ends meanwhile may not be seen there.
      const isAwaited = round.isAwaited();
      const { waitMs, isHeldUp } = await nextDue(slotsLeft());
      // What is due and was not claimed is another process's this very moment.
      if (waitMs !== null && waitMs <= 0) await sleep(ASIDE_MS);
      else if (isHeldUp || isAwaited) await within(Math.max(0, claimForMs - elapsedMs()), news);
      else break;
    } while (elapsedMs() < claimForMs);
  } finally {
    unwatch();
  }
  await round.settle(Math.max(0, budgetMs - elapsedMs()));
  return { ...round.tally, remaining: await countDueDeliveries() };
}
