import { describeError } from "@/lib/core/errors/describe-error";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { createPollLoop } from "@/lib/poll-loop";
import { singleton } from "@/lib/process-singleton";
import { eraseExpired } from "./erase-expired";

/** How often each process looks for payers' data that is too old. */
const INTERVAL_MS = 600_000;

const FAILURE = "erasing payers' data failed";

const state = singleton("payer erasure", () => ({
  stopping: new AbortController(),
  running: undefined as Promise<unknown> | undefined,
}));

async function erase(): Promise<void> {
  const { payerDataDays } = env();
  if (payerDataDays === undefined) return;
  const erased = await eraseExpired({ days: payerDataDays, signal: state.stopping.signal });
  if (erased && erased.notifications + erased.expected > 0) log.info(erased, "payers' data was erased");
}

const run = () => {
  state.running = erase();
  return state.running;
};

const loop = createPollLoop("payer erasure timer", INTERVAL_MS, run, FAILURE);

/** Erases payers' data that is older than `PAYER_DATA_DAYS`, now and from now on. Does nothing without that setting. */
export function startPayerErasure(): void {
  if (env().payerDataDays === undefined) return;
  state.stopping = new AbortController();
  loop.start();
  run().catch((thrown) => log.warn({ internal: describeError(thrown) }, `${FAILURE}; the next run retries`));
}

/** Stops it after the batch in progress. */
export async function stopPayerErasure(): Promise<void> {
  loop.stop();
  state.stopping.abort();
  await state.running?.catch(() => undefined);
}
