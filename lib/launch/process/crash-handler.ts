import { describeError } from "@/lib/core/errors/describe-error";
import { isFailure } from "@/lib/core/errors/errors";
import { classifyFault } from "@/lib/db/errors";
import { log } from "@/lib/log";

/** How long `close` may take after a bug before the process exits anyway. */
const EXIT_TIMEOUT_MS = 9_000;

/**
 * Installs handlers for uncaught exceptions and rejections. A bug leaves the process in an undefined state: one line is
 * logged, `close` runs and the process exits with code 1. Connection and disk errors are only logged.
 */
export function exitOnCrash(close: () => Promise<void>): void {
  let isEnding = false;
  const handle = (thrown: unknown) => {
    const reason = describeError(thrown);
    const frames = thrown instanceof Error ? framesOf(thrown) : [];
    if (isTransient(thrown)) {
      log.warn({ reason, frames }, "uncaught connection or disk error");
      return;
    }
    log.fatal({ reason, frames }, "uncaught error: the service exits");
    if (isEnding) return;
    isEnding = true;
    const end = () => process.exit(1);
    setTimeout(end, EXIT_TIMEOUT_MS).unref();
    void close().then(end, end);
  };
  process.on("uncaughtException", handle);
  process.on("unhandledRejection", handle);
  // Errors of a closed terminal or pipe are ignored.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
}

/** Returns the stack frames without the message, which can contain a statement's parameters. */
function framesOf({ stack = "" }: Error): string[] {
  return stack
    .split("\n")
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim());
}

/** Returns whether an error comes from a connection or a disk, and not from a bug. */
function isTransient(thrown: unknown): boolean {
  const code = thrown instanceof Error && "code" in thrown ? String(thrown.code) : "";
  return isFailure(thrown) || classifyFault(thrown) !== undefined || code.startsWith("UND_ERR_");
}
