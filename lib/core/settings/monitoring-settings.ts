import type { z } from "zod";
import { secret } from "./setting-schemas";

/** The settings of metrics, as they are written in the environment. */
export const MONITORING_SETTINGS = {
  METRICS_TOKEN: secret.optional(),
};

/** Returns the typed settings of metrics. */
export function resolveMonitoringSettings(raw: z.output<z.ZodObject<typeof MONITORING_SETTINGS>>) {
  return {
    /** The bearer token of `/api/metrics`; undefined: the path refuses every request. */
    metricsToken: raw.METRICS_TOKEN,
  };
}
