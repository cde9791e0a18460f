import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { COMMANDS } from "@/lib/cli/commands";
import { runCommand } from "@/lib/cli/run";
import { captureStreams } from "@/lib/cli/testing/streams";
import { dataDir } from "./bank";

const ROOT = path.resolve(import.meta.dirname, "..");
const run = promisify(execFile);
/** Enough for one list of all exceptions of a full test run. */
const MAX_OUTPUT_BYTES = 64 << 20;

/**
 * Runs a command of the operator's command line on the database of the service under test and returns the parsed
 * JSON that it prints. Rejects with `{code, stdout, stderr}` if the exit code is not 0. The command runs in the
 * test's process: starting a Node process for each of about 200 commands takes longer than the commands themselves.
 * `takingsProcess` starts one.
 */
export async function takings<D>(...args: string[]): Promise<D> {
  process.env.DATA_DIR = dataDir();
  const streams = captureStreams();
  const code = await runCommand([...args, "--json"], streams, {
    commands: COMMANDS,
    withDatabase: (work) => work(),
  });
  const { stdout, stderr } = streams;
  if (code !== 0) {
    throw Object.assign(new Error(`takings ${args.join(" ")} exits with ${code}:\n${stdout}${stderr}`), {
      code,
      stdout,
      stderr,
    });
  }
  return JSON.parse(stdout);
}

/** Runs a command like `takings`, but in its own process. */
export function takingsProcess<D>(...args: string[]): Promise<D> {
  return takingsOf({ DATA_DIR: dataDir() }, ...args);
}

/** Runs a command in its own process with these settings, on the database of their `DATA_DIR`. */
export async function takingsOf<D>(settings: Record<string, string>, ...args: string[]): Promise<D> {
  const running = run("npm", ["run", "--silent", "takings", "--", ...args, "--json"], {
    cwd: ROOT,
    env: { ...process.env, ...settings },
    maxBuffer: MAX_OUTPUT_BYTES,
  });
  // Closes stdin, because a command that reads a password waits for its end.
  running.child.stdin?.end();
  const { stdout } = await running;
  return JSON.parse(stdout);
}
