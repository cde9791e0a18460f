import { describeError } from "@/lib/core/errors/describe-error";
import { log } from "@/lib/log";
import { singleton } from "@/lib/process-singleton";
import { processDueRefunds } from "./process";

/** Poll interval for due refunds; a poll that finds none costs one index probe. */
const POLL_MS = 1_000;
const loop = singleton("refunding", () => ({ timer: undefined as NodeJS.Timeout | undefined, busy: false }));

/** Starts the loop that sends refunds and looks up their outcomes, once per process. */
export function startRefunds(): void {
  if (loop.timer) return;
  loop.timer = setInterval(async () => {
    if (loop.busy) return;
    loop.busy = true;
    try {
      await processDueRefunds();
    } catch (thrown) {
      log.warn({ internal: describeError(thrown) }, "processing refunds failed; the next poll retries");
    } finally {
      loop.busy = false;
    }
  }, POLL_MS);
  loop.timer.unref();
}

/** Stops the loop; a call in flight is looked up after its lease expires. */
export function stopRefunds(): void {
  clearInterval(loop.timer);
  loop.timer = undefined;
}
