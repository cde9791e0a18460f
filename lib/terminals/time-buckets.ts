/** Payment counts in consecutive time buckets of one length. */
export interface TimeBuckets {
  from: Date;
  stepMs: number;
  counts: number[];
}

/** Returns the start of the bucket that contains an instant. */
export const bucketStart = (instant: Date, stepMs: number) =>
  new Date(Math.floor(instant.getTime() / stepMs) * stepMs);

/** Arranges sparse counts into `length` buckets from `from` on; missing buckets are zero. */
export function toTimeBuckets(
  slots: { at: Date; count: bigint }[],
  { from, stepMs, length }: Omit<TimeBuckets, "counts"> & { length: number },
): TimeBuckets {
  const counts = Array.from({ length }, () => 0);
  for (const { at, count } of slots) {
    const index = Math.floor((at.getTime() - from.getTime()) / stepMs);
    if (index in counts) counts[index] = (counts[index] ?? 0) + Number(count);
  }
  return { from, stepMs, counts };
}
