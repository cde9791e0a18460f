import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, send } from "../fixtures";
import { freePort } from "../service";

const GUIDE = path.resolve(import.meta.dirname, "../../docs/guides/verifying-events.md");

/** How the guide's program of a language is run. */
interface Language {
  name: string;
  /** The language of its code block in the guide, and the file that it becomes. */
  block: string;
  file: string;
  /** The command that shows that the language is on this machine. */
  version: [string, ...string[]];
  /** Compiles the program first. */
  build?: [string, ...string[]];
  run(port: number): [string, ...string[]];
}

export const LANGUAGES: readonly Language[] = [
  {
    name: "Node",
    block: "js",
    file: "receiver.mjs",
    version: ["node", "-v"],
    run: () => ["node", "receiver.mjs"],
  },
  {
    ...{ name: "Python", block: "python", file: "receiver.py" },
    version: ["python3", "--version"],
    run: () => ["python3", "receiver.py"],
  },
  {
    ...{ name: "PHP", block: "php", file: "receiver.php" },
    version: ["php", "-v"],
    run: (port) => ["php", "-S", `127.0.0.1:${port}`, "receiver.php"],
  },
  {
    ...{ name: "Go", block: "go", file: "receiver.go" },
    version: ["go", "version"],
    build: ["go", "build", "-o", "receiver", "receiver.go"],
    run: () => ["./receiver"],
  },
  {
    ...{ name: "Java", block: "java", file: "Receiver.java" },
    version: ["java", "-version"],
    build: ["javac", "Receiver.java"],
    run: () => ["java", "Receiver"],
  },
];

/** Returns whether a language is on this machine, in a version that runs the program. */
export const isInstalled = ({ version: [command, ...args] }: Language): boolean =>
  spawnSync(command, args).status === 0;

/** Returns the guide's program of a language, as it is printed there. */
function programOf({ block }: Language): string {
  const [, program] =
    new RegExp(`^\`\`\`${block}\n(.*?)^\`\`\`$`, "ms").exec(readFileSync(GUIDE, "utf8")) ?? [];
  if (!program) throw new Error(`the guide has no program in ${block}`);
  return program;
}

/** A running program of the guide. */
export interface Program {
  url: string;
  /** The lines that it printed: one for each accepted event. */
  accepted(): string[];
  stop(): Promise<void>;
}

/** Writes the guide's program of a language to an empty folder, compiles it, and runs it with a signing secret. */
export async function startProgram(language: Language, signingSecret: string): Promise<Program> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "takings-guide-"));
  writeFileSync(path.join(folder, language.file), programOf(language));
  if (language.build) {
    const [command, ...args] = language.build;
    const { status, stderr } = spawnSync(command, args, { cwd: folder, encoding: "utf8" });
    if (status !== 0) throw new Error(`${language.file} does not compile: ${stderr}`);
  }
  const port = await freePort();
  const [command, ...args] = language.run(port);
  const env = { ...process.env, PORT: String(port), SIGNING_SECRET: signingSecret };
  const child = spawn(command, args, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk;
  });
  const url = `http://127.0.0.1:${port}/hook`;
  const isListening = () =>
    send(url, { method: "POST", path: "/hook", raw: "{}" }).then(
      () => true,
      () => false,
    );
  await expect.poll(isListening, { timeout: 30_000, message: `${language.name} listens` }).toBe(true);
  return {
    url,
    accepted: () => output.split("\n").filter((line) => line.startsWith("transaction.received ")),
    stop: async () => {
      await stopChild(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function stopChild(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once("exit", resolve));
  if (child.kill("SIGKILL")) await ended;
}
