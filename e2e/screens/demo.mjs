import { execFileSync, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

/**
 * An event that the command line staged.
 *
 * @typedef {{ session_id: string, api_key: string, member: { email: string, password: string }, links:
 * Record<string, string> }} Night
 * @typedef {{ url: string, night: Night, freeze: (isFrozen: boolean) => void }} Demo
 */

/** Returns an unused port. @returns {Promise<number>} */
export function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/** @param {string[]} args @param {Record<string, string>} settings */
function start(args, settings) {
  return spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: "production", ...settings },
    // The service logs one line per payment.
    stdio: ["ignore", "pipe", "ignore"],
  });
}

/** @param {import("node:child_process").ChildProcess} child @param {RegExp} words */
function says(child, words) {
  return new Promise((resolve, reject) => {
    let text = "";
    child.stdout?.on("data", (chunk) => {
      text += chunk;
      if (words.test(text)) resolve(text);
    });
    child.once("close", () =>
      words.test(text) ? resolve(text) : reject(new Error(`The process exited early: ${text}`)),
    );
  });
}

/** @param {import("node:child_process").ChildProcess} child */
async function end(child) {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once("close", resolve));
  child.kill("SIGTERM");
  await ended;
}

/** Returns the process group of a demo's database. @param {string} dataDir @returns {string | undefined} */
function clusterOf(dataDir) {
  const file = path.join(dataDir, "cluster.json");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).directory : undefined;
}

/**
 * Returns a function that suspends a demo's database, with every connection to it, or resumes it.
 *
 * @param {string} dataDir
 */
const freezer = (dataDir) => (/** @type {boolean} */ isFrozen) => {
  const [postmaster] = readFileSync(path.join(clusterOf(dataDir) ?? "", "postmaster.pid"), "utf8").split(
    "\n",
  );
  const processes = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n");
  for (const line of processes) {
    const ids = line.trim().split(/\s+/);
    if (ids.includes(postmaster ?? "")) process.kill(Number(ids[0]), isFrozen ? "SIGSTOP" : "SIGCONT");
  }
};

/** @param {string} dataDir */
function removeData(dataDir) {
  const directory = clusterOf(dataDir);
  for (const folder of [directory, dataDir]) if (folder) rmSync(folder, { recursive: true, force: true });
}

/**
 * Runs the service with its own data folder and a demo event in it, and stops and removes both afterwards.
 *
 * @param {string} scenario
 * @param {(demo: Demo) => Promise<void>} work
 */
export async function withNight(scenario, work) {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "takings-demo-"));
  // If this runs as root, the database's user must be able to enter the folder.
  chmodSync(dataDir, 0o755);
  const port = await freePort();
  const settings = { DATA_DIR: dataDir, HOST: "127.0.0.1", PORT: String(port) };
  const service = start(["lib/launch/start.mjs"], settings);
  try {
    await says(service, /ready at/);
    service.stdout?.resume();
    const args = ["lib/launch/takings.mjs", "simulate", "--scenario", scenario, "--hold", "--json"];
    const night = JSON.parse(await says(start(args, settings), /\}\n$/));
    await work({ url: `http://127.0.0.1:${port}`, night, freeze: freezer(dataDir) });
  } finally {
    await end(service);
    removeData(dataDir);
  }
}

/**
 * Waits until a service has its database again, for example after a screenshot with a suspended database.
 *
 * @param {Demo} demo
 */
export async function untilReady({ url }) {
  while (!(await fetch(`${url}/api/health/ready`)).ok) await pause(100);
}

/**
 * Signs a browser in through the sign-in route.
 *
 * @param {import("@playwright/test").BrowserContext} context
 * @param {Demo} demo
 */
export async function signIn(context, { url, night }) {
  const csrf = await (await context.request.get(`${url}/api/auth/csrf`)).json();
  const form = { csrfToken: csrf.csrfToken, ...night.member, json: "true" };
  const answer = await context.request.post(`${url}/api/auth/callback/credentials`, { form });
  if (!answer.ok()) throw new Error(`Signing in was answered ${answer.status()}`);
}
