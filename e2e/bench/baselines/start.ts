import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { env } from "@/lib/env";
import type { Usage } from "./probe";

/** A server under test, in its own process. */
export interface Running {
  port: number;
  /** Returns the process's current resource usage. */
  usage(): Promise<Usage>;
  stop(): Promise<void>;
}

const START_TIMEOUT_MS = 180_000;
const STOP_TIMEOUT_MS = 12_000;

/** Returns an unused port. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(Boolean(socket.destroy())));
    socket.once("error", () => resolve(false));
  });

/** Starts a Node program on a port and waits, for up to three minutes, until it listens. Throws if it exits first. */
async function startServer(
  args: (port: number) => string[],
  settings: Record<string, string> = {},
): Promise<Running> {
  const port = await freePort();
  const child = spawn(process.execPath, ["--import", "./dist/bench/baselines/probe.mjs", ...args(port)], {
    env: { ...process.env, ...settings, NODE_ENV: "production", PORT: String(port) },
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const startedAt = Date.now();
  while (!(await answers(port))) {
    if (child.exitCode !== null || child.signalCode !== null || Date.now() - startedAt > START_TIMEOUT_MS)
      throw new Error(`${args(port).join(" ")} does not listen`);
    await sleep(50);
  }
  return { port, usage: () => ask(child), stop: () => stop(child) };
}

async function ask(child: ChildProcess): Promise<Usage> {
  const answer = once(child, "message");
  child.send("usage");
  const [usage] = await answer;
  return usage as Usage;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  const overdue = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
  await exit;
  clearTimeout(overdue);
}

/** The product, as `npm start` runs it, once it is ready: its start probes the port before it listens for good. */
export async function startTakings(settings?: Record<string, string>): Promise<Running> {
  const server = await startServer(() => ["lib/launch/start.mjs"], settings);
  const isReady = () =>
    fetch(`http://127.0.0.1:${server.port}/api/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (const startedAt = Date.now(); !(await isReady()); await sleep(50))
    if (Date.now() - startedAt > START_TIMEOUT_MS) throw new Error("the product is not ready");
  return server;
}

/** Starts a floor by its name in `floors.ts`. */
export const startFloor = (name: string, settings?: Record<string, string>) =>
  startServer((port) => ["dist/bench/baselines/floors.mjs", name, String(port)], settings);

/** Starts Next's router with one route. */
export const startNext = () =>
  startServer((port) => [
    ...["node_modules/next/dist/bin/next", "start", "e2e/bench/next-floor"],
    ...["-p", String(port)],
  ]);

/** Starts the Fastify service. It gets from its environment what the product reads from its settings. */
export function startFastify(): Promise<Running> {
  const { databaseUrl = "", databaseSystemUrl = databaseUrl, credentials } = env();
  return startServer((port) => ["dist/bench/baselines/fastify.mjs", String(port)], {
    DATABASE_URL: databaseSystemUrl,
    PAYSTACK_SECRET_KEY: credentials.test?.PAYSTACK_SECRET_KEY ?? "",
  });
}
