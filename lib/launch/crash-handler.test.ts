import { afterAll, beforeAll, expect, test } from "vitest";
import { bundleProgram, runProgram } from "@/lib/testing/program";

/** Runs what it is given as it was never meant to be run, and ends by itself soon after. */
const STUMBLER = `
  import { Failure } from "@/lib/core/errors";
  import { endOnBugs } from "@/lib/launch/crash-handler";
  endOnBugs(async () => void process.stdout.write("closed "));
  const coded = (code) => Object.assign(new Error(code), { code });
  const stumbles = {
    reset: () => Promise.reject(coded("ECONNRESET")),
    pipe: () => { throw coded("EPIPE") },
    pool: () => Promise.reject(coded("CONNECTION_DESTROYED")),
    socket: () => { throw coded("UND_ERR_SOCKET") },
    disk: () => { throw new Error("ENOSPC: no space left on device, write") },
    away: () => Promise.reject(new Failure("unavailable")),
    bug: () => { throw new TypeError("nothing has no length") },
    "late bug": () => Promise.reject(new TypeError("nothing has no length")),
  };
  setTimeout(stumbles[process.argv[2]], 50);
  setTimeout(() => { process.stdout.write("lives "); process.exit(0); }, 400);
`;

let program: Awaited<ReturnType<typeof bundleProgram>>;
beforeAll(async () => {
  program = await bundleProgram(STUMBLER);
});
afterAll(() => program.remove());

async function stumble(over: string): Promise<[string, number | null]> {
  const running = runProgram(program.file, [over], {});
  const exitCode = await running.finish();
  return [running.said(), exitCode];
}

test.each(["reset", "pipe", "pool", "socket", "disk", "away"])(
  "an error of a connection or a disk (%s) that nobody waited for ends nothing",
  async (over) => {
    expect(await stumble(over)).toEqual(["lives ", 0]);
  },
);

test.each(["bug", "late bug"])("a %s ends the process in order, with exit code 1", async (over) => {
  expect(await stumble(over)).toEqual(["closed ", 1]);
});
