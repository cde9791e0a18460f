/** Payments counted in slots of one length, one after the other. */
export interface TimeBuckets {
  from: Date;
  stepMs: number;
  counts: number[];
}

/** Begins the slot that an instant falls into. */
export const slotStart = (instant: Date, stepMs: number) =>
  new Date(Math.floor(instant.getTime() / stepMs) * stepMs);

/** Lays what was counted slot by slot, gaps left out, into so many slots from `from` on. */
export function timeBucketsOf(
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
