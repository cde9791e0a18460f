import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { createLongLoop } from "@/lib/poll-loop";
import { eraseExpired } from "./erase-expired";

/** How often each process looks for payers' data that is too old. */
const INTERVAL_MS = 600_000;

const loop = createLongLoop("payer erasure", INTERVAL_MS, erase, "erasing payers' data failed");

async function erase(signal: AbortSignal): Promise<void> {
  const { payerDataDays: days } = env();
  if (days === undefined) return;
  const erased = await eraseExpired({ days, signal });
  if (erased && erased.notifications + erased.expected > 0) log.info(erased, "payers' data was erased");
}

/** Erases payers' data that is older than `PAYER_DATA_DAYS`, now and from now on. Does nothing without that setting. */
export function startPayerErasure(): void {
  if (env().payerDataDays !== undefined) loop.start();
}

/** Stops erasing payers after the batch in progress. */
export const stopPayerErasure = (): Promise<void> => loop.stop();
