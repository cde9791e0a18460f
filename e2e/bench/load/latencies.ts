/** Times in milliseconds, as people read them. */
export interface Spread {
  count: number;
  p50: number;
  p95: number;
  p99: number;
  max: number;
}

/** The spread of these times; zeroes where there are none. */
export function spreadOf(times: number[]): Spread {
  const sorted = Float64Array.from(times).sort();
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: sorted.at(-1) ?? 0 };
}

/** The middle one of the runs; the lower middle of an even number. */
export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0;
}

/**
 * The ratio of two cells' figures, round by round, and of these the median: what is compared ran within the same minute.
 * Rounds that only one of them has do not count; `NaN`, which holds no bar, where no round has both.
 */
export function medianRatio(ours: number[], theirs: number[]): number {
  const ratios = ours.flatMap((one, round) => {
    const other = theirs[round];
    return other === undefined ? [] : [one / other];
  });
  return ratios.length > 0 ? median(ratios) : Number.NaN;
}
