import type { Running } from "../baselines/start";

/** A process at one moment of a long run. */
export interface Sample {
  atSeconds: number;
  rssMb: number;
  heapMb: number;
  handles: number;
}

const MB = 1_048_576;

/** Looks at a process every so often until it is told to stop; the samples grow meanwhile. */
export function watch(server: Running, everyMs: number): { samples: Sample[]; stop: () => void } {
  const startedAt = Date.now();
  const samples: Sample[] = [];
  const look = async () => {
    const atSeconds = (Date.now() - startedAt) / 1000;
    const { rssBytes, heapBytes, handles } = await server.usage();
    samples.push({ atSeconds, rssMb: rssBytes / MB, heapMb: heapBytes / MB, handles });
  };
  const timer = setInterval(() => void look().catch(() => undefined), everyMs);
  return { samples, stop: () => clearInterval(timer) };
}

/** The mean of a figure over the samples of a stretch of time. */
export function meanOf(
  samples: Sample[],
  [from, to]: [number, number],
  read: (sample: Sample) => number,
): number {
  const within = samples.filter(({ atSeconds }) => atSeconds >= from && atSeconds <= to);
  return within.reduce((sum, sample) => sum + read(sample), 0) / within.length;
}
