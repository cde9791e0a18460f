import type { Streams } from "../command";

/** Streams that keep what is written; `input` is what was piped in. */
export function keptStreams(input = ""): Streams & { stdout: string; stderr: string } {
  const kept = {
    stdout: "",
    stderr: "",
    out(text: string) {
      kept.stdout += text;
    },
    err(text: string) {
      kept.stderr += text;
    },
    readInput: async () => input,
    drawable: false,
    signal: new AbortController().signal,
  };
  return kept;
}
