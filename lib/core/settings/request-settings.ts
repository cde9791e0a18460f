import type { z } from "zod";
import { wholeNumber } from "./setting-schemas";

/** The settings of how requests are served and limited, and how long what was written is kept, as they are written in the environment. */
export const REQUEST_SETTINGS = {
  WEB_CONCURRENCY: wholeNumber(1, 64).default(1),
  SHUTDOWN_DELAY_MS: wholeNumber(0, 60_000).default(0),
  BODY_LIMIT_BYTES: wholeNumber(1024, 64 * 1024 * 1024).default(1_048_576),
  BANK_BODY_LIMIT_BYTES: wholeNumber(1024, 64 * 1024 * 1024).default(16_777_216),
  IDEMPOTENCY_KEY_HOURS: wholeNumber(1, 30 * 24).default(24),
  RATE_LIMIT_PER_MINUTE: wholeNumber(1, 1_000_000).optional(),
  REQUEST_LOG_DAYS: wholeNumber(0, 90).default(7),
  PAYER_DATA_DAYS: wholeNumber(1, 36_500).optional(),
  WEBHOOK_ATTEMPT_DAYS: wholeNumber(31, 36_500).optional(),
  BANK_NOTIFICATION_DAYS: wholeNumber(92, 36_500).optional(),
};

/** Returns the typed settings of `REQUEST_SETTINGS`. */
export function resolveRequestSettings(raw: z.output<z.ZodObject<typeof REQUEST_SETTINGS>>) {
  return {
    /** The number of processes that serve requests on this machine. */
    webConcurrency: raw.WEB_CONCURRENCY,
    /** How long a stopping process still accepts requests, so that a proxy finds out that it stops. */
    shutdownDelayMs: raw.SHUTDOWN_DELAY_MS,
    bodyLimitBytes: raw.BODY_LIMIT_BYTES,
    bankBodyLimitBytes: raw.BANK_BODY_LIMIT_BYTES,
    /** How long the answer to a write with an `Idempotency-Key` is kept. */
    idempotencyKeyHours: raw.IDEMPOTENCY_KEY_HOURS,
    /** Requests per minute of one API key in one endpoint group; undefined: not limited. */
    rateLimitPerMinute: raw.RATE_LIMIT_PER_MINUTE,
    /** How many days the request log is kept; 0: requests are not logged. */
    requestLogDays: raw.REQUEST_LOG_DAYS,
    /** After how many days payers' names, accounts and narrations are erased; undefined: never. */
    payerDataDays: raw.PAYER_DATA_DAYS,
    /** How many days after an event its attempts are kept; undefined: for ever. */
    webhookAttemptDays: raw.WEBHOOK_ATTEMPT_DAYS,
    /** How many days after a payment the body of the bank's notification is kept; undefined: for ever. */
    bankNotificationDays: raw.BANK_NOTIFICATION_DAYS,
  };
}
