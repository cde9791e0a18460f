import { fstatSync } from "node:fs";
import type { Streams } from "./command";

/** An idle pipe that is never closed must not block a command forever. */
const FIRST_BYTE_MS = 2_000;

/** How long a command may take to clean up after a signal. */
const GRACE_MS = 10_000;
/** The shell's exit code for a program ended by SIGINT. */
const INTERRUPTED = 130;

/**
 * The streams of this process. SIGINT and SIGTERM abort the command's signal; the process is ended only ten seconds
 * later.
 */
export function processStreams(): Streams {
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => stop.abort());
  stop.signal.addEventListener("abort", () => setTimeout(() => process.exit(INTERRUPTED), GRACE_MS).unref());
  // The reader may close the pipe early, as `head` does.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  return {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    readInput,
    isTerminal: process.stderr.isTTY === true,
    signal: stop.signal,
  };
}

function isPiped(): boolean {
  try {
    const input = fstatSync(0);
    return input.isFIFO() || input.isFile() || input.isSocket();
  } catch {
    return false;
  }
}

async function readInput(): Promise<string> {
  if (!isPiped()) return "";
  const input = process.stdin.setEncoding("utf8");
  const idleTimer = setTimeout(() => input.destroy(), FIRST_BYTE_MS);
  let text = "";
  try {
    for await (const chunk of input) {
      clearTimeout(idleTimer);
      text += chunk;
    }
  } catch (thrown) {
    if (text !== "") throw thrown;
  }
  clearTimeout(idleTimer);
  return text;
}
