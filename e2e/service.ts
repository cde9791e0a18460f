import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "..");
const JOURNALS = path.join(ROOT, "test-results");
/** Next lets go of a resting connection after five seconds, which meets the next request on it half-way. */
const PLAIN_NEXT = ["start", "--hostname", "127.0.0.1", "--keepAliveTimeout", "65000"];
const START_TIMEOUT_MS = 180_000;
const STOP_TIMEOUT_MS = 20_000;

/**
 * Where the run's services listen, and the banks they hear: all of them. Chosen once; Playwright's workers load the
 * configuration again and inherit it.
 */
export async function addressesOfRun(): Promise<{ door: string; next: string }> {
  process.env.TAKINGS_E2E_DOOR_PORT ??= String(await freePort());
  process.env.TAKINGS_E2E_NEXT_PORT ??= String(await freePort());
  process.env.BANK_PROVIDERS ??= "paystack,monnify,nomba,lenco,moniepoint,custom";
  process.env.CUSTOM_BANK_ADAPTER ??= path.join(ROOT, "docs/custom-bank.example.json");
  return {
    door: `http://127.0.0.1:${process.env.TAKINGS_E2E_DOOR_PORT}`,
    next: `http://127.0.0.1:${process.env.TAKINGS_E2E_NEXT_PORT}`,
  };
}

/**
 * Starts the product with a data folder of its own, twice on one database: through the door, and under plain
 * `next start`. `TAKINGS_E2E_DATA_DIR` names the folder afterwards. What comes back stops both and removes it.
 */
export async function startServices(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "takings-e2e-"));
  // The database's user has to get in where this is root's; else its data go to /var/tmp.
  chmodSync(dataDir, 0o755);
  process.env.TAKINGS_E2E_DATA_DIR = dataDir;
  const { door, next } = await addressesOfRun();
  const running: ChildProcess[] = [];
  const stop = async () => {
    for (const child of running.reverse()) await end(child);
    for (const folder of [clusterFolder(dataDir), dataDir]) rmSync(folder, { recursive: true, force: true });
  };
  try {
    running.push(run("lib/launch/start.mjs", [], dataDir, door));
    await answers(door, running);
    running.push(run("node_modules/next/dist/bin/next", PLAIN_NEXT, dataDir, next));
    await answers(next, running);
    return stop;
  } catch (thrown) {
    await stop();
    throw thrown;
  }
}

/**
 * Starts one more process of the product on the database of the run. Returns where it listens and how to stop it, which
 * leaves the others running.
 */
export async function startAnother(): Promise<{ address: string; stop: () => Promise<void> }> {
  const { TAKINGS_E2E_DATA_DIR: dataDir } = process.env;
  if (!dataDir) throw new Error("TAKINGS_E2E_DATA_DIR must name the data folder of the run");
  const address = `http://127.0.0.1:${await freePort()}`;
  const child = run("lib/launch/start.mjs", [], dataDir, address);
  await answers(address, [child]);
  return { address, stop: () => end(child) };
}

/** The lines that the service under test has logged with a text in them, such as a request's id. */
export function loggedOf(text: string): string[] {
  const journal = readFileSync(path.join(JOURNALS, "start.mjs.log"), "utf8");
  return journal.split("\n").filter((line) => line.includes(text));
}

/** Where the database is: outside of the data folder where its user could not get into that. */
function clusterFolder(dataDir: string): string {
  const file = path.join(dataDir, "cluster.json");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).directory : dataDir;
}

/** Runs one service; it is asked to stop when this process ends in whatever way, for its watchdog's pipe breaks. */
function run(program: string, args: string[], dataDir: string, address: string): ChildProcess {
  const { hostname, port } = new URL(address);
  // Playwright's reporters own the terminal; what the services say is beside the tests' traces.
  mkdirSync(JOURNALS, { recursive: true });
  const journal = openSync(path.join(JOURNALS, `${path.basename(program)}.log`), "a");
  const child = spawn(process.execPath, [path.join(ROOT, program), ...args], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: "production", DATA_DIR: dataDir, HOST: hostname, PORT: port },
    stdio: ["ignore", journal, journal],
  });
  const watchdog = spawn("sh", ["-c", `cat > /dev/null; kill -TERM ${child.pid}`], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  child.once("exit", () => watchdog.kill("SIGKILL"));
  return child;
}

async function answers(address: string, running: ChildProcess[]): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    if (running.some(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null)) {
      throw new Error(`The service at ${address} ended before it answered.`);
    }
    const answer = await fetch(address).catch(() => undefined);
    if (answer?.ok) return;
    if (Date.now() > deadline) throw new Error(`The service at ${address} does not answer.`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  const overdue = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(overdue);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("A TCP server has no port");
  return address.port;
}
