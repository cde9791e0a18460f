import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import os from "node:os";
import path from "node:path";
import { setInterval } from "node:timers/promises";
import { STATEMENT_POOLS } from "@/lib/core/settings/session-settings";
import { freePort } from "./service";

const PROGRAM = "/usr/sbin/pgbouncer";
const START_TIMEOUT_MS = 5_000;

/** A pgbouncer in transaction mode in front of the embedded database of a data folder. */
export interface Pooler {
  /** The settings of a process that reaches the database through it. */
  settings: Record<string, string>;
  stop(): Promise<void>;
}

/** Returns why pgbouncer cannot run here, or undefined. As root on Debian, it is installed first with `mayInstall`. */
export function findPgbouncerFault(mayInstall = false): string | undefined {
  if (!existsSync(PROGRAM) && mayInstall && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    const install = () =>
      spawnSync("apt-get", ["install", "--yes", "--no-install-recommends", "pgbouncer"], { stdio: "ignore" });
    if (install().status !== 0) {
      spawnSync("apt-get", ["update"], { stdio: "ignore" });
      install();
    }
  }
  return existsSync(PROGRAM) ? undefined : `${PROGRAM} is missing; on Debian: apt-get install pgbouncer`;
}

/**
 * Starts pgbouncer in front of the running embedded database of a data folder. Throws if it does not listen within five
 * seconds.
 */
export async function startPgbouncer(dataDir: string): Promise<Pooler> {
  const read = (name: string) => JSON.parse(readFileSync(path.join(dataDir, name), "utf8"));
  const { DATABASE_PASSWORD, DATABASE_SYSTEM_PASSWORD, DATABASE_OWNER_PASSWORD, ENCRYPTION_KEY } =
    read("secrets.json");
  const server = Number(read("cluster.json").port);
  const port = await freePort();
  const folder = mkdtempSync(path.join(os.tmpdir(), "takings-pgbouncer-"));
  chmodSync(folder, 0o755);
  const system = "takings_system_login";
  const logins = [
    ["takings", DATABASE_PASSWORD],
    ...Object.values(STATEMENT_POOLS).map(({ loginSuffix }) => [
      system + loginSuffix,
      DATABASE_SYSTEM_PASSWORD,
    ]),
  ];
  const users = path.join(folder, "users.txt");
  writeFileSync(users, logins.map(([name, password]) => `"${name}" "${password}"\n`).join(""));
  const configuration = path.join(folder, "pgbouncer.ini");
  writeFileSync(
    configuration,
    `[databases]
takings = host=127.0.0.1 port=${server} dbname=takings
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = 10
max_client_conn = 1000
`,
  );
  const child = spawn(PROGRAM, ["-q", ...(process.getuid?.() === 0 ? ["-u", "nobody"] : []), configuration], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const stop = async () => {
    await end(child);
    rmSync(folder, { recursive: true, force: true });
  };
  if (!(await isListening(port))) {
    await stop();
    throw new Error("pgbouncer does not listen.");
  }
  const url = (login: string, password: string, at: number) =>
    `postgres://${login}:${password}@127.0.0.1:${at}/takings`;
  const settings = {
    DATABASE_URL: url("takings", DATABASE_PASSWORD, port),
    DATABASE_SYSTEM_URL: url(system, DATABASE_SYSTEM_PASSWORD, port),
    DATABASE_OWNER_URL: url("takings_owner", DATABASE_OWNER_PASSWORD, server),
    DATABASE_DIRECT_URL: `postgres://127.0.0.1:${server}/takings`,
    ENCRYPTION_KEY,
  };
  return { settings, stop };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await ended;
}

/** Waits until the port accepts connections. Returns false if it does not in time. */
async function isListening(port: number): Promise<boolean> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for await (const _ of setInterval(50)) {
    if (await canConnect(port)) return true;
    if (Date.now() > deadline) return false;
  }
  return false;
}

const canConnect = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      resolve(true);
      socket.destroy();
    });
    socket.once("error", () => resolve(false));
  });
