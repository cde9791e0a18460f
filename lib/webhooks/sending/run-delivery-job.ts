import { setTimeout as sleep } from "node:timers/promises";
import { env } from "@/lib/env";
import type { SendingReport } from "../contract";
import { countDueDeliveries, getNextDue } from "./claim";
import { detectClockRollback } from "./clock-rollback";
import { getFreeSlots, onSlotFree } from "./concurrency-limits";
import { openSendBatch, waitAtMost } from "./send-batch";

/** The wait for another process to finish a claim. */
const CLAIM_WAIT_MS = 20;

/**
 * Sends the due events and returns within `budgetMs` how many attempts were made and how they ended (§6). It claims only
 * while the longest attempt still fits into the budget, but at least once. It waits while origins have no free slot, or
 * while a probe is in flight. An attempt that outlasts the budget continues in the background, is recorded, and is not
 * counted. `failed` counts attempts, not events; `remaining` leaves out events of endpoints that are backing off, failing
 * or paused. Rejects if the database is unreachable.
 */
export async function deliverDue({ budgetMs }: { budgetMs: number }): Promise<SendingReport> {
  const startedAt = performance.now();
  const elapsedMs = () => performance.now() - startedAt;
  const claimForMs = budgetMs - env().webhookTimeoutMs;
  let onChange = () => {};
  const batch = openSendBatch(() => onChange());
  const unsubscribe = onSlotFree(() => onChange());
  try {
    await detectClockRollback();
    do {
      const changed = new Promise<void>((resolve) => {
        onChange = resolve;
      });
      await batch.sendDue();
      // Read before `getNextDue`, which may not see an attempt that ends meanwhile.
      const isAwaited = batch.hasBlockingAttempt();
      const { waitMs, isHeldUp } = await getNextDue(getFreeSlots());
      // A due event that was not claimed is being claimed by another process.
      if (waitMs !== null && waitMs <= 0) await sleep(CLAIM_WAIT_MS);
      else if (isHeldUp || isAwaited) await waitAtMost(Math.max(0, claimForMs - elapsedMs()), changed);
      else break;
    } while (elapsedMs() < claimForMs);
  } finally {
    unsubscribe();
  }
  await batch.settle(Math.max(0, budgetMs - elapsedMs()));
  return { ...batch.counts, remaining: await countDueDeliveries() };
}
