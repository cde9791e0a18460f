import type { Running } from "../baselines/start";

/** A sample of a process's resource usage in a long run. */
export interface UsageSample {
  atSeconds: number;
  rssMb: number;
  heapMb: number;
  handles: number;
}

const MB = 1_048_576;

/** Samples a process's usage at an interval until stopped. `samples` grows meanwhile. */
export function sampleUsage(server: Running, everyMs: number): { samples: UsageSample[]; stop: () => void } {
  const startedAt = Date.now();
  const samples: UsageSample[] = [];
  const look = async () => {
    const atSeconds = (Date.now() - startedAt) / 1000;
    const { rssBytes, heapBytes, handles } = await server.usage();
    samples.push({ atSeconds, rssMb: rssBytes / MB, heapMb: heapBytes / MB, handles });
  };
  const timer = setInterval(() => void look().catch(() => undefined), everyMs);
  return { samples, stop: () => clearInterval(timer) };
}

/** The mean of a figure over the samples in a time range. */
export function meanOf(
  samples: UsageSample[],
  [from, to]: [number, number],
  read: (sample: UsageSample) => number,
): number {
  const within = samples.filter(({ atSeconds }) => atSeconds >= from && atSeconds <= to);
  return within.reduce((sum, sample) => sum + read(sample), 0) / within.length;
}
