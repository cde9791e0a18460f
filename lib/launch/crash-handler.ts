import { describeError } from "@/lib/core/describe-error";
import { isFailure } from "@/lib/core/errors";
import { faultOf } from "@/lib/db/errors";
import { log } from "@/lib/log";

/** What ending after a bug may take before the process ends all the same. */
const END_TIMEOUT_MS = 9_000;

/**
 * Has the process end in order, with exit code 1, when a bug left it in a state that nobody knows: one line is logged
 * and `close` runs. A connection that breaks, or a disk that is full, is no bug and ends nothing.
 */
export function exitOnCrash(close: () => Promise<void>): void {
  let isEnding = false;
  const judge = (thrown: unknown) => {
    const reason = describeError(thrown);
    const frames = thrown instanceof Error ? framesOf(thrown) : [];
    if (isPassing(thrown)) {
      log.warn({ reason, frames }, "an error that nobody waited for");
      return;
    }
    log.fatal({ reason, frames }, "a bug: the service ends");
    if (isEnding) return;
    isEnding = true;
    const end = () => process.exit(1);
    setTimeout(end, END_TIMEOUT_MS).unref();
    void close().then(end, end);
  };
  process.on("uncaughtException", judge);
  process.on("unhandledRejection", judge);
  // A terminal or a pipe that is gone: what is told there is told to nobody.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
}

/** Where it was thrown; without the message, which can carry a statement's parameters. */
function framesOf({ stack = "" }: Error): string[] {
  return stack
    .split("\n")
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim());
}

/** Whether it is about a connection or a disk, and not about this process. */
function isPassing(thrown: unknown): boolean {
  const code = thrown instanceof Error && "code" in thrown ? String(thrown.code) : "";
  return isFailure(thrown) || faultOf(thrown) !== undefined || code.startsWith("UND_ERR_");
}
