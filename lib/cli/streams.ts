import { fstatSync } from "node:fs";
import type { Streams } from "./command";

/** A pipe that nobody writes to and nobody closes must not hold a command up for ever. */
const FIRST_BYTE_MS = 2_000;

/** How long a command that is asked to stop may take to leave things in order. */
const GRACE_MS = 10_000;
/** What a shell answers for a program that SIGINT ended. */
const INTERRUPTED = 130;

/** The streams of this process. SIGINT and SIGTERM ask the command to stop, and cut it off only ten seconds later. */
export function processStreams(): Streams {
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => stop.abort());
  stop.signal.addEventListener("abort", () => setTimeout(() => process.exit(INTERRUPTED), GRACE_MS).unref());
  // Whoever reads may have enough, as `head` does.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  return {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    readInput,
    drawable: process.stderr.isTTY === true,
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
  const silence = setTimeout(() => input.destroy(), FIRST_BYTE_MS);
  let text = "";
  try {
    for await (const chunk of input) {
      clearTimeout(silence);
      text += chunk;
    }
  } catch (thrown) {
    if (text !== "") throw thrown;
  }
  clearTimeout(silence);
  return text;
}
