import { findSingleton } from "@/lib/process-singleton";
import { renderMetrics } from "../render";
import { parseScrape, type Sample } from "./promql";

/** Reads the metrics of this process as Prometheus would, with fresh values of the database. */
export async function scrape(): Promise<Sample[]> {
  const cache = findSingleton<{ current: unknown }>("database-gauges");
  if (cache) cache.current = undefined;
  return parseScrape((await renderMetrics()).text);
}

/** Returns the sum of a metric's series that have these labels. */
export function sumOf(samples: Sample[], metric: string, labels: Record<string, string> = {}): number {
  return samples
    .filter(({ name }) => name === metric)
    .filter((sample) => Object.entries(labels).every(([label, value]) => sample.labels[label] === value))
    .reduce((sum, { value }) => sum + value, 0);
}
