import { type Money, readMoney } from "@/lib/core/naira";

/**
 * How much of what was taken has been settled, in whole percent: the one rule for every screen. Short of all it never
 * reads 100, short of none never 0; undefined where nothing was taken, for then there is nothing to say.
 */
export function settledPercent(settled: Money, awaiting: Money): number | undefined {
  const [part, whole] = [readMoney(settled), readMoney(settled) + readMoney(awaiting)];
  if (whole <= 0n) return undefined;
  const nearest = Number((part * 200n + whole) / (2n * whole));
  if (part >= whole) return 100;
  return part <= 0n ? 0 : Math.min(99, Math.max(1, nearest));
}
