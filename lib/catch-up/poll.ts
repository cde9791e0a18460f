import { releaseLeases } from "@/lib/bank";
import { describeError } from "@/lib/core/errors/describe-error";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { singleton } from "@/lib/process-singleton";
import { readDueLists } from "./read-list";

/** How often a process looks for a list that is due; one index probe. */
const POLL_MS = 2_000;
const loop = singleton("catching up", () => ({
  timer: undefined as NodeJS.Timeout | undefined,
  busy: false,
}));

/** Starts reading the banks' lists, once per process; does nothing in a sandbox or if `BANK_CATCH_UP_SECONDS` is 0. */
export function startCatchUp(): void {
  const { bankMode, bankCatchUpSeconds } = env();
  if (loop.timer || bankMode !== "live" || bankCatchUpSeconds === 0) return;
  loop.timer = setInterval(async () => {
    if (loop.busy) return;
    loop.busy = true;
    try {
      await readDueLists();
    } catch (thrown) {
      log.warn({ internal: describeError(thrown) }, "catching up failed; the next poll retries");
    } finally {
      loop.busy = false;
    }
  }, POLL_MS).unref();
}

/** Stops it. A reading in progress continues at its page when a process has taken over. */
export async function stopCatchUp(): Promise<void> {
  clearInterval(loop.timer);
  if (loop.timer) await releaseLeases();
  loop.timer = undefined;
}
