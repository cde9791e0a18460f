import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { COMMANDS } from "@/lib/cli/commands";
import { runCommand } from "@/lib/cli/run";
import { keptStreams } from "@/lib/cli/testing/streams";
import { dataDir } from "./bank";

const ROOT = path.resolve(import.meta.dirname, "..");
const run = promisify(execFile);
/** All exceptions of a whole run of tests, in one list. */
const MAX_OUTPUT_BYTES = 64 << 20;

/**
 * Runs a command of the operator's command line on the database of the service under test and returns what it prints,
 * as the type that the test expects. Rejects with `{code, stdout, stderr}` where its exit code is not 0. The command
 * runs inside the test's process, which is not the service's: starting a Node process for each of some two hundred
 * commands takes longer than the commands. `takingsProcess` starts one.
 */
export async function takings<D>(...args: string[]): Promise<D> {
  process.env.DATA_DIR = dataDir();
  const streams = keptStreams();
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

/** The same in a process of its own, started as a person starts it. */
export async function takingsProcess<D>(...args: string[]): Promise<D> {
  const running = run("npm", ["run", "--silent", "takings", "--", ...args, "--json"], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDir() },
    maxBuffer: MAX_OUTPUT_BYTES,
  });
  // A command that reads a password waits for it no longer than until here.
  running.child.stdin?.end();
  const { stdout } = await running;
  return JSON.parse(stdout);
}
