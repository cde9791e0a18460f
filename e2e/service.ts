import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { setInterval } from "node:timers/promises";

const ROOT = path.resolve(import.meta.dirname, "..");
const LOG_FOLDER = path.join(ROOT, "test-results");
/**
 * Next closes idle keep-alive connections after five seconds, which can break a request that is sent at that
 * moment.
 */
const PLAIN_NEXT = ["start", "--hostname", "127.0.0.1", "--keepAliveTimeout", "65000"];
const START_TIMEOUT_MS = 180_000;
const STOP_TIMEOUT_MS = 20_000;
/** All services of a run write to one log. */
const LOG_LINES_OF_FAILURE = 20;

/**
 * Returns the addresses of the run's two services and enables all banks. The ports are chosen once; Playwright's
 * workers load the configuration again and inherit them from the environment.
 */
export async function getRunAddresses(): Promise<{ server: string; next: string }> {
  process.env.TAKINGS_E2E_PORT ??= String(await freePort());
  process.env.TAKINGS_E2E_NEXT_PORT ??= String(await freePort());
  process.env.BANK_PROVIDERS ??= "paystack,monnify,nomba,lenco,moniepoint,flutterwave,custom";
  process.env.CUSTOM_BANK_ADAPTER ??= path.join(ROOT, "docs/custom-bank.example.json");
  return {
    server: `http://127.0.0.1:${process.env.TAKINGS_E2E_PORT}`,
    next: `http://127.0.0.1:${process.env.TAKINGS_E2E_NEXT_PORT}`,
  };
}

/** What the processes of a run use besides their data folder, and how it is stopped after them. */
export interface RunEnvironment {
  settings: Record<string, string>;
  stop(): Promise<void>;
}

/**
 * Starts the product with its own data folder twice on one database: with its HTTP server, and under plain `next
 * start`. Sets `TAKINGS_E2E_DATA_DIR` to the folder. `prepare` runs before, and its settings apply to every process of the run.
 * Returns a function that stops both and removes the folder.
 */
export async function startServices(
  prepare?: (dataDir: string) => Promise<RunEnvironment>,
): Promise<() => Promise<void>> {
  const dataDir = createDataDir();
  process.env.TAKINGS_E2E_DATA_DIR = dataDir;
  const { server, next } = await getRunAddresses();
  const running: ChildProcess[] = [];
  let environment: RunEnvironment | undefined;
  const stop = async () => {
    for (const child of running.reverse()) await stopProcess(child);
    await environment?.stop();
    removeDataDir(dataDir);
  };
  try {
    environment = await prepare?.(dataDir);
    process.env.TAKINGS_E2E_SETTINGS = JSON.stringify(environment?.settings ?? {});
    running.push(run("lib/launch/start.mjs", [], dataDir, server));
    await waitUntilReady(server, running);
    running.push(run("node_modules/next/dist/bin/next", PLAIN_NEXT, dataDir, next));
    await waitUntilReady(next, running);
    return stop;
  } catch (thrown) {
    await stop();
    throw thrown;
  }
}

/** One process of the product, with its workers if its settings start some. */
export interface ServiceProcess {
  pid: number;
  address: string;
  stop(): Promise<void>;
  /** Ends the process at once, with SIGKILL. */
  kill(): Promise<void>;
}

/** Starts one more process of the product on the database of the run, with these settings besides the run's. */
export async function startProcess(settings: Record<string, string> = {}): Promise<ServiceProcess> {
  const { TAKINGS_E2E_DATA_DIR: dataDir } = process.env;
  if (!dataDir) throw new Error("TAKINGS_E2E_DATA_DIR must name the data folder of the run");
  return startProcessOn(dataDir, settings);
}

/** A deployment with its own database and settings. */
export interface Deployment {
  dataDir: string;
  /** Starts a process of it. */
  start(): Promise<ServiceProcess>;
  /** Deletes its data; every process must have ended. */
  remove(): void;
}

/** Prepares a deployment besides the run's. */
export function createDeployment(settings: Record<string, string>): Deployment {
  const dataDir = createDataDir();
  const remove = () => removeDataDir(dataDir);
  return { dataDir, start: () => startProcessOn(dataDir, settings), remove };
}

/** Starts a process with a data folder of its own, which its `stop` removes. */
export async function startReplica(
  settings: Record<string, string>,
): Promise<ServiceProcess & { dataDir: string }> {
  const deployment = createDeployment(settings);
  try {
    const running = await deployment.start();
    const stop = async () => {
      await running.stop();
      deployment.remove();
    };
    return { ...running, stop, dataDir: deployment.dataDir };
  } catch (thrown) {
    deployment.remove();
    throw thrown;
  }
}

/** Starts a process on a data folder, at the port of its settings or at a free one. */
export async function startProcessOn(
  dataDir: string,
  settings: Record<string, string>,
): Promise<ServiceProcess> {
  const address = `http://127.0.0.1:${settings.PORT ?? (await freePort())}`;
  const child = run("lib/launch/start.mjs", [], dataDir, address, settings);
  await waitUntilReady(address, [child]);
  const kill = async () => {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await ended;
  };
  return { pid: child.pid ?? 0, address, stop: () => stopProcess(child), kill };
}

/** Returns the log lines of the service under test that contain a text, for example a request id. */
export function findLogLines(text: string): string[] {
  return readLog()
    .split("\n")
    .filter((line) => line.includes(text));
}

const readLog = () => readFileSync(path.join(LOG_FOLDER, "start.mjs.log"), "utf8");

function createDataDir(): string {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "takings-e2e-"));
  // If this runs as root, the database's user must be able to enter the folder; otherwise its data are placed in
  // /var/lib.
  chmodSync(dataDir, 0o755);
  return dataDir;
}

function removeDataDir(dataDir: string): void {
  for (const folder of [clusterFolder(dataDir), dataDir]) rmSync(folder, { recursive: true, force: true });
}

/**
 * Returns the folder of the database, which is outside of the data folder if the database's user cannot enter that.
 */
function clusterFolder(dataDir: string): string {
  const file = path.join(dataDir, "cluster.json");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).directory : dataDir;
}

/** The settings of the run's processes, which the global setup has chosen. */
const runSettings = (): Record<string, string> => JSON.parse(process.env.TAKINGS_E2E_SETTINGS ?? "{}");

/**
 * Starts one service. A watchdog process sends it SIGTERM when this process ends for any reason, because its stdin
 * pipe closes then.
 */
function run(
  program: string,
  args: string[],
  dataDir: string,
  address: string,
  settings: Record<string, string> = {},
): ChildProcess {
  const { hostname, port } = new URL(address);
  // Playwright's reporters use the terminal; the services log to files beside the tests' traces.
  mkdirSync(LOG_FOLDER, { recursive: true });
  const logFile = openSync(path.join(LOG_FOLDER, `${path.basename(program)}.log`), "a");
  const child = spawn(process.execPath, [path.join(ROOT, program), ...args], {
    cwd: ROOT,
    env: {
      ...process.env,
      ...(dataDir === process.env.TAKINGS_E2E_DATA_DIR && runSettings()),
      ...settings,
      NODE_ENV: "production",
      DATA_DIR: dataDir,
      HOST: hostname,
      PORT: port,
    },
    stdio: ["ignore", logFile, logFile],
  });
  const watchdog = spawn("sh", ["-c", `cat > /dev/null; kill -TERM ${child.pid}`], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  child.once("exit", () => watchdog.kill("SIGKILL"));
  return child;
}

async function waitUntilReady(address: string, running: ChildProcess[]): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for await (const _ of setInterval(100)) {
    if (running.some(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null)) {
      const last = readLog().trimEnd().split("\n").slice(-LOG_LINES_OF_FAILURE).join("\n");
      throw new Error(`The service at ${address} exited before it was ready. The log ends with:\n${last}`);
    }
    const answer = await fetch(address).catch(() => undefined);
    if (answer?.ok) return;
    if (Date.now() > deadline) throw new Error(`The service at ${address} does not respond.`);
  }
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  const overdue = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(overdue);
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("A TCP server has no port");
  return address.port;
}
