/** Times in milliseconds for display. */
export interface Percentiles {
  count: number;
  p50: number;
  p95: number;
  p99: number;
  max: number;
}

/** The percentiles of these times; zeroes if there are none. */
export function computePercentiles(times: number[]): Percentiles {
  const sorted = Float64Array.from(times).sort();
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: sorted.at(-1) ?? 0 };
}

/** The median of the runs; the lower one for an even number. */
export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0;
}

/**
 * The median over the rounds of the ratio of two cells' figures, because figures of the same round were measured
 * within a minute. Rounds that only one of them has are left out. `NaN`, which meets no threshold, if no round has
 * both.
 */
export function medianRatio(ours: number[], theirs: number[]): number {
  const ratios = ours.flatMap((one, round) => {
    const other = theirs[round];
    return other === undefined ? [] : [one / other];
  });
  return ratios.length > 0 ? median(ratios) : Number.NaN;
}
