import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { dataDir } from "./bank";

const ROOT = path.resolve(import.meta.dirname, "..");
const run = promisify(execFile);
/** All exceptions of a whole run of tests, in one list. */
const MAX_OUTPUT_BYTES = 64 << 20;

/**
 * Runs a command of the operator's command line against the service under test and answers what it prints, as the
 * type that the test expects. Rejects, with its output, where it does not exit with 0.
 */
export async function takings<D>(...args: string[]): Promise<D> {
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
