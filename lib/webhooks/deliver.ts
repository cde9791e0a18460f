import { env } from "@/lib/env";
import { countDueDeliveries } from "./claim";
import type { SendingReport } from "./contract";
import { openRound } from "./round";

/**
 * Sends the events that are due, and answers within `budgetMs` what was tried and how it ended (§6). It claims only
 * while the longest try still fits into the budget, but claims at least once. A try that is longer than the whole
 * budget goes on behind the answer, records itself, and is not counted. `failed` counts tries, not events.
 * Rejects where the database cannot be reached.
 */
export async function deliverDue({ budgetMs }: { budgetMs: number }): Promise<SendingReport> {
  const startedAt = performance.now();
  const elapsedMs = () => performance.now() - startedAt;
  const claimForMs = budgetMs - env().webhookTimeoutMs;
  const round = openRound();
  let claims = 0;
  await round.start(() => claims++ === 0 || elapsedMs() < claimForMs);
  await round.settle(Math.max(0, budgetMs - elapsedMs()));
  return { ...round.tally, remaining: await countDueDeliveries() };
}
