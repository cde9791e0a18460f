import { describeError } from "@/lib/core/errors/describe-error";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { singleton } from "@/lib/process-singleton";
import { confirmDuePayments } from "./confirm-due";

/** Poll interval for due confirmations; a poll that finds none costs one index probe for each connection. */
const POLL_MS = 1_000;
const loop = singleton("confirming", () => ({ timer: undefined as NodeJS.Timeout | undefined, busy: false }));

/** Starts the confirmation loop, once per process; does nothing in a sandbox, which calls no bank. */
export function startPaymentConfirmation(): void {
  if (loop.timer || env().bankMode !== "live") return;
  loop.timer = setInterval(async () => {
    if (loop.busy) return;
    loop.busy = true;
    try {
      await confirmDuePayments();
    } catch (thrown) {
      log.warn({ internal: describeError(thrown) }, "confirming payments failed; the next poll retries");
    } finally {
      loop.busy = false;
    }
  }, POLL_MS);
  loop.timer.unref();
}

/** Stops the confirmation loop; a query in flight is repeated after its lease expires. */
export function stopPaymentConfirmation(): void {
  clearInterval(loop.timer);
  loop.timer = undefined;
}
