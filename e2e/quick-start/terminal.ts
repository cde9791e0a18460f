import { spawn } from "node:child_process";
import { setInterval } from "node:timers/promises";

const STOP_TIMEOUT_MS = 20_000;

/** A terminal in which a script runs. */
export interface Terminal {
  /** What was printed, on stdout and stderr. */
  output(): string;
  /** Waits until the output matches. Throws with the output if the script fails before, or after `timeoutMs`. */
  waitFor(pattern: RegExp, timeoutMs: number): Promise<RegExpExecArray>;
  /** Ends everything that runs in it, as Ctrl-C and then closing the terminal do. */
  close(): Promise<void>;
}

/** Runs a script in bash, which ends at the first command that fails. */
export function openTerminal(
  script: string,
  folder: string,
  env: Record<string, string | undefined>,
): Terminal {
  const child = spawn("bash", ["-euo", "pipefail", "-c", script], {
    cwd: folder,
    env: env as NodeJS.ProcessEnv,
    stdio: ["ignore", "pipe", "pipe"],
    // A process group of its own, as of a terminal, with the processes in the background.
    detached: true,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk));
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const signal = (name: NodeJS.Signals) => {
    try {
      process.kill(-(child.pid ?? 0), name);
    } catch {
      // Every process of the group has ended.
    }
  };
  return {
    output: () => output,
    waitFor: async (pattern, timeoutMs) => {
      const deadline = Date.now() + timeoutMs;
      for await (const _ of setInterval(50)) {
        const found = pattern.exec(output);
        if (found) return found;
        if (child.exitCode) throw new Error(`a command failed:\n${output}`);
        if (Date.now() > deadline) break;
      }
      throw new Error(`${pattern} was not printed:\n${output}`);
    },
    close: async () => {
      signal("SIGINT");
      const overdue = setTimeout(() => signal("SIGKILL"), STOP_TIMEOUT_MS);
      if (child.exitCode === null && child.signalCode === null) await ended;
      clearTimeout(overdue);
      signal("SIGKILL");
    },
  };
}
