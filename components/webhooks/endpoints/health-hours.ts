import { formatRate } from "@/lib/core/format/count";
import { HOUR_MS } from "@/lib/core/time/durations";
import type { OrganisationEndpointJson } from "../api";
import * as texts from "./texts";

/** The hours of the chart: those that `listOrganisationEndpoints` returns. */
const HOURS = 48;

/** The attempts of one hour; `isRunning` for the current one. */
export interface HourBar {
  atMs: number;
  succeeded: number;
  failed: number;
  meanMs: number;
  isRunning: boolean;
}

type Hours = OrganisationEndpointJson["hours"];

/** Returns the last 48 hours up to the current one, with zero where nothing was sent. */
export function toHourBars(hours: Hours, nowMs: number): HourBar[] {
  const current = Math.floor(nowMs / HOUR_MS) * HOUR_MS;
  const byHour = new Map(hours.map((hour) => [Date.parse(hour.at), hour]));
  return Array.from({ length: HOURS }, (_, index) => {
    const atMs = current - (HOURS - 1 - index) * HOUR_MS;
    const hour = byHour.get(atMs);
    return {
      atMs,
      succeeded: hour?.succeeded ?? 0,
      failed: hour?.failed ?? 0,
      meanMs: hour?.mean_ms ?? 0,
      isRunning: atMs === current,
    };
  });
}

/** Sums the attempts of the last `count` bars. */
export function sumBars(bars: readonly HourBar[], count = HOURS) {
  const last = bars.slice(-count);
  return {
    succeeded: last.reduce((sum, bar) => sum + bar.succeeded, 0),
    failed: last.reduce((sum, bar) => sum + bar.failed, 0),
  };
}

/** Describes attempts: "98.50% of 1,200 attempts". */
export function describeRate({ succeeded, failed }: { succeeded: number; failed: number }): string {
  const all = succeeded + failed;
  return all === 0
    ? texts.nothingSent
    : texts.rateOfAttempts(formatRate(succeeded, all), texts.countAttempts(all));
}
