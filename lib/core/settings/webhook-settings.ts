import { z } from "zod";
import { cidrList, flag, parseCommaList, wholeNumber } from "./setting-schemas";

/** The delays between attempts of a webhook delivery: about three days in total (Standard Webhooks, "Retries"). */
export const DEFAULT_RETRY_SCHEDULE_MS = [
  5_000, 30_000, 120_000, 600_000, 1_800_000, 7_200_000, 21_600_000, 43_200_000, 86_400_000, 86_400_000,
];

/** The settings of outgoing webhooks, as they are written in the environment. */
export const WEBHOOK_SETTINGS = {
  WEBHOOK_RETRY_SCHEDULE_MS: z
    .string()
    .transform(parseCommaList)
    .pipe(
      z
        .array(wholeNumber(1, 30 * 86_400_000))
        .min(1, "must hold at least one delay")
        .max(50, "must hold at most 50 delays"),
    )
    .default(DEFAULT_RETRY_SCHEDULE_MS),
  WEBHOOK_TIMEOUT_MS: wholeNumber(100, 120_000).default(15_000),
  WEBHOOK_ALLOW_CIDRS: cidrList.optional(),
  WEBHOOK_ALLOW_HTTP: flag.optional(),
};

/** Returns the typed settings of outgoing webhooks; a sandbox may send to this machine and over plain http. */
export function resolveWebhookSettings(
  raw: z.output<z.ZodObject<typeof WEBHOOK_SETTINGS>>,
  isSandbox: boolean,
) {
  return {
    webhookRetryScheduleMs: raw.WEBHOOK_RETRY_SCHEDULE_MS,
    webhookTimeoutMs: raw.WEBHOOK_TIMEOUT_MS,
    webhookAllowCidrs: raw.WEBHOOK_ALLOW_CIDRS ?? (isSandbox ? ["127.0.0.0/8", "::1/128"] : []),
    webhookAllowHttp: raw.WEBHOOK_ALLOW_HTTP ?? isSandbox,
  };
}
