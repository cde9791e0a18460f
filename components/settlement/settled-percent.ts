import { type Money, toKobo } from "@/lib/core/format/naira";

/**
 * Returns the settled share of the takings in whole percent, the same on every screen. It is 100 only if all
 * is settled and 0 only if nothing is; undefined if nothing was taken.
 */
export function settledPercent(settled: Money, awaiting: Money): number | undefined {
  const [part, total] = [toKobo(settled), toKobo(settled) + toKobo(awaiting)];
  if (total <= 0n) return undefined;
  const nearest = Number((part * 200n + total) / (2n * total));
  if (part >= total) return 100;
  return part <= 0n ? 0 : Math.min(99, Math.max(1, nearest));
}
