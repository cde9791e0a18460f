import type { z } from "zod";
import { wholeNumber } from "./setting-schemas";

/** The settings of how long data is kept that the service does not need, as they are written in the environment. */
export const RETENTION_SETTINGS = {
  PAYER_DATA_DAYS: wholeNumber(1, 36_500).optional(),
};

/** Returns the typed settings of how long data is kept. */
export function resolveRetentionSettings(raw: z.output<z.ZodObject<typeof RETENTION_SETTINGS>>) {
  return {
    /** After how many days payers' names, accounts and narrations are erased; undefined: never. */
    payerDataDays: raw.PAYER_DATA_DAYS,
  };
}
