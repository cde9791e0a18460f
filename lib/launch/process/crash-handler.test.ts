import { afterAll, beforeAll, expect, test } from "vitest";
import { bundleProgram, runProgram } from "@/lib/testing/program";

/** A program that throws the error named by its argument and otherwise exits soon after. */
const FAILING_PROGRAM = `
  import { Failure } from "@/lib/core/errors/errors";
  import { exitOnCrash } from "@/lib/launch/process/crash-handler";
  exitOnCrash(async () => void process.stdout.write("closed "));
  const coded = (code) => Object.assign(new Error(code), { code });
  const errors = {
    reset: () => Promise.reject(coded("ECONNRESET")),
    pipe: () => { throw coded("EPIPE") },
    pool: () => Promise.reject(coded("CONNECTION_DESTROYED")),
    socket: () => { throw coded("UND_ERR_SOCKET") },
    disk: () => { throw new Error("ENOSPC: no space left on device, write") },
    away: () => Promise.reject(new Failure("unavailable")),
    bug: () => { throw new TypeError("nothing has no length") },
    "late bug": () => Promise.reject(new TypeError("nothing has no length")),
  };
  setTimeout(errors[process.argv[2]], 50);
  setTimeout(() => { process.stdout.write("lives "); process.exit(0); }, 400);
`;

let program: Awaited<ReturnType<typeof bundleProgram>>;
beforeAll(async () => {
  program = await bundleProgram(FAILING_PROGRAM);
});
afterAll(() => program.remove());

async function runWith(error: string): Promise<[string, number | null]> {
  const running = runProgram(program.file, [error], {});
  const exitCode = await running.finish();
  return [running.stdout(), exitCode];
}

test.each(["reset", "pipe", "pool", "socket", "disk", "away"])(
  "an uncaught connection or disk error (%s) does not end the process",
  async (error) => {
    expect(await runWith(error)).toEqual(["lives ", 0]);
  },
);

test.each(["bug", "late bug"])("a %s closes the service and exits with code 1", async (error) => {
  expect(await runWith(error)).toEqual(["closed ", 1]);
});
