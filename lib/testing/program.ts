import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";

/** A program in a process of its own, for what only processes can show: starting at once, being killed. */
export interface Program {
  pid: number;
  /** Everything it has said on stdout. */
  said(): string;
  /** Resolves when stdout holds the text. Rejects, with stderr, where the program ends before. */
  says(text: string): Promise<void>;
  /** Ends its stdin and waits for its end. */
  finish(): Promise<number | null>;
  kill(signal: NodeJS.Signals): Promise<void>;
}

/** Bundles a TypeScript program; the file may import `@/…` and packages. Remove it with `remove`. */
export async function bundleProgram(source: string): Promise<{ file: string; remove(): void }> {
  // Inside the project, so that packages are found from there.
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

/** Runs a Node program with these arguments and settings, and none of this process's. */
export function runProgram(file: string, args: string[], settings: Record<string, string>): Program {
  const child = spawn(process.execPath, [file, ...args], {
    env: { PATH: process.env.PATH, NODE_ENV: "production", ...settings },
    stdio: "pipe",
  });
  return programOf(child);
}

function programOf(child: ChildProcess): Program {
  let said = "";
  let complaint = "";
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  child.stdout?.on("data", (chunk) => {
    said += String(chunk);
    notify();
  });
  child.stderr?.on("data", (chunk) => {
    complaint += String(chunk);
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)));
  return {
    pid: child.pid ?? 0,
    said: () => said,
    says: (text) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (said.includes(text)) resolve();
        };
        listeners.add(look);
        look();
        void ended.then((code) =>
          reject(new Error(`It ended with ${code} before saying "${text}":\n${complaint}`)),
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
