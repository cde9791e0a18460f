import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { freePort } from "../bench/baselines/start";
import { signIn } from "../bench/load/sse-clients";

const START_TIMEOUT_MS = 120_000;
const LOGIN = { email: "compare@bench.example", password: "a-long-bench-password" };

/** A built checkout of the product that runs with its own database. */
export interface Checkout {
  name: string;
  port: number;
  pid: number;
  apiKey: string;
  /** The cookie of a member with all permissions. */
  cookie: string;
  /** Verifies Paystack's notifications. */
  secret: string;
  stop(): Promise<void>;
}

/** Starts the product in a folder in which `npm ci` and `npm run build` were run. Rejects if it does not start. */
export async function startCheckout(
  name: string,
  folder: string,
  settings: Record<string, string> = {},
): Promise<Checkout> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), "takings-compare-"));
  // If this runs as root, the database's user must be able to enter the folder; otherwise its data are placed in
  // /var/lib.
  chmodSync(dataDir, 0o755);
  const port = await freePort();
  const own = { NODE_ENV: "production" as const, DATA_DIR: dataDir, PORT: String(port) };
  const env = { ...process.env, ...settings, ...own };
  const child = spawn(process.execPath, ["lib/launch/start.mjs"], { cwd: folder, env, stdio: "ignore" });
  const stop = async () => {
    await end(child);
    const cluster = path.join(dataDir, "cluster.json");
    const { directory } = existsSync(cluster) ? JSON.parse(readFileSync(cluster, "utf8")) : {};
    for (const one of [directory, dataDir].filter(Boolean)) rmSync(one, { recursive: true, force: true });
  };
  try {
    await untilReady(child, port);
    const takings = (args: string[], input = "") =>
      execFileSync(process.execPath, ["lib/launch/takings.mjs", ...args, "--json"], {
        cwd: folder,
        env,
        input,
      });
    const { api_key: apiKey } = JSON.parse(String(takings(["keys", "issue", "--organisation", "Bench"])));
    takings(
      ["members", "add", "--organisation", "Bench", "--email", LOGIN.email, "--role", "owner"],
      LOGIN.password,
    );
    const secrets = JSON.parse(readFileSync(path.join(dataDir, "secrets.json"), "utf8"));
    const cookie = await signIn(port, LOGIN);
    return { name, port, pid: child.pid ?? 0, apiKey, cookie, secret: secrets.PAYSTACK_SECRET_KEY, stop };
  } catch (thrown) {
    await stop();
    throw thrown;
  }
}

async function untilReady(child: ChildProcess, port: number): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/health/ready`).catch(() => undefined);
    if (answer?.ok) return;
    if (child.exitCode !== null || Date.now() > deadline) throw new Error("the checkout did not start");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await ended;
}
