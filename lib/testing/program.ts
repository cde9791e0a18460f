import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";

/** A program in a separate process, for tests that need one: concurrent starts, kills. */
export interface Program {
  pid: number;
  /** Everything it has written to stdout. */
  stdout(): string;
  /** Resolves when stdout contains the text. Rejects with stderr if the program ends first. */
  waitForOutput(text: string): Promise<void>;
  /** Closes its stdin and waits for its exit. */
  finish(): Promise<number | null>;
  kill(signal: NodeJS.Signals): Promise<void>;
}

/** Bundles a TypeScript program; the file may import `@/…` and packages. Call `remove` to delete it. */
export async function bundleProgram(source: string): Promise<{ file: string; remove(): void }> {
  // Inside the project, so that Node finds its packages.
  mkdirSync("dist", { recursive: true });
  const folder = mkdtempSync(path.resolve("dist", "test-"));
  const file = path.join(folder, "program.mjs");
  await build({
    stdin: { contents: source, resolveDir: process.cwd(), loader: "ts" },
    outfile: file,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    packages: "external",
    logLevel: "warning",
  });
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Runs a Node program with these arguments and settings, and none of this process's environment. */
export function runProgram(file: string, args: string[], settings: Record<string, string>): Program {
  const child = spawn(process.execPath, [file, ...args], {
    env: { PATH: process.env.PATH, NODE_ENV: "production", ...settings },
    stdio: "pipe",
  });
  return programOf(child);
}

function programOf(child: ChildProcess): Program {
  let stdout = "";
  let stderr = "";
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  child.stdout?.on("data", (chunk) => {
    stdout += String(chunk);
    notify();
  });
  child.stderr?.on("data", (chunk) => {
    stderr += String(chunk);
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)));
  return {
    pid: child.pid ?? 0,
    stdout: () => stdout,
    waitForOutput: (text) =>
      new Promise((resolve, reject) => {
        const check = () => {
          if (stdout.includes(text)) resolve();
        };
        listeners.add(check);
        check();
        void ended.then((code) =>
          reject(new Error(`It ended with ${code} before writing "${text}":\n${stderr}`)),
        );
      }),
    finish: () => {
      child.stdin?.end();
      return ended;
    },
    kill: async (signal) => {
      child.kill(signal);
      await ended;
    },
  };
}
