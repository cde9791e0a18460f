import type { Streams } from "../command";

/** Streams that collect the output; `input` is the piped input. */
export function captureStreams(input = ""): Streams & { stdout: string; stderr: string } {
  const captured = {
    stdout: "",
    stderr: "",
    out(text: string) {
      captured.stdout += text;
    },
    err(text: string) {
      captured.stderr += text;
    },
    readInput: async () => input,
    isTerminal: false,
    signal: new AbortController().signal,
  };
  return captured;
}
