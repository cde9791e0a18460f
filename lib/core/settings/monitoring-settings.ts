import { z } from "zod";
import { secret, webAddress } from "./setting-schemas";

/** The settings of metrics and traces, as they are written in the environment. */
export const MONITORING_SETTINGS = {
  METRICS_TOKEN: secret.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress.optional(),
  OTEL_SERVICE_NAME: z.string().default("takings"),
};

/** Returns the typed settings of metrics and traces. */
export function resolveMonitoringSettings(raw: z.output<z.ZodObject<typeof MONITORING_SETTINGS>>) {
  return {
    /** The bearer token of `/api/metrics`; undefined: the path refuses every request. */
    metricsToken: raw.METRICS_TOKEN,
    /** The collector to which traces are sent; undefined: nothing is traced. */
    otlpEndpoint: raw.OTEL_EXPORTER_OTLP_ENDPOINT,
    otelServiceName: raw.OTEL_SERVICE_NAME,
  };
}
