import { describeError } from "@/lib/core/errors/describe-error";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { singleton } from "@/lib/process-singleton";
import { closeDueAccounts } from "./close-due";

/** The grace is counted in days, so an account is closed within this time after it. */
const POLL_MS = 30_000;
const loop = singleton("account closing", () => ({ timer: undefined as NodeJS.Timeout | undefined }));

/** Starts closing accounts whose grace is over, once per process; does nothing in a sandbox, which calls no bank. */
export function startAccountClosing(): void {
  if (env().bankMode !== "live") return;
  loop.timer ??= setInterval(() => {
    closeDueAccounts().catch((thrown) =>
      log.warn({ internal: describeError(thrown) }, "closing accounts failed; the next run retries"),
    );
  }, POLL_MS).unref();
}

/** Stops it. */
export function stopAccountClosing(): void {
  clearInterval(loop.timer);
  loop.timer = undefined;
}
