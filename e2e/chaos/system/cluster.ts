import { type ChildProcess, spawn } from "node:child_process";
import { chownSync, mkdirSync, openSync, readFileSync } from "node:fs";
import path from "node:path";
import { type Binaries, findBinaries } from "@/lib/launch/postgres/binaries";
import { createCluster } from "@/lib/launch/postgres/cluster";
import { findDatabaseUser, type OsUser } from "@/lib/launch/postgres/os-user";
import { findUnusedPort, killOnExit, pollUntil } from "./processes";

const PASSWORDS = { application: "chaos-application", owner: "chaos-owner" };
const START_LIMIT_MS = 30_000;
const STOP_LIMIT_MS = 30_000;

interface Parts {
  binaries: Binaries;
  runner: OsUser;
  directory: string;
  port: number;
  environment: Record<string, string>;
}

/** A database that the harness runs instead of the service, as an operator would. */
export class ExternalCluster {
  private child: ChildProcess | undefined;

  private constructor(private readonly parts: Parts) {}

  /** Creates a database in a folder and starts it, with this environment. */
  static async open(folder: string, environment: Record<string, string> = {}): Promise<ExternalCluster> {
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    const directory = path.join(folder, "postgres");
    const runner = findDatabaseUser(directory);
    const binaries = findBinaries({ runner, directory });
    await createCluster({ binaries, runner, directory, passwords: PASSWORDS });
    const cluster = new ExternalCluster({
      binaries,
      runner,
      directory,
      port: await findUnusedPort(),
      environment,
    });
    await cluster.start();
    return cluster;
  }

  get directory(): string {
    return this.parts.directory;
  }

  /** The settings with which the service and the command line connect to it. */
  get settings(): { DATABASE_URL: string; DATABASE_OWNER_URL: string } {
    const at = `127.0.0.1:${this.parts.port}/takings`;
    return {
      DATABASE_URL: `postgres://takings:${PASSWORDS.application}@${at}`,
      DATABASE_OWNER_URL: `postgres://takings_owner:${PASSWORDS.owner}@${at}`,
    };
  }

  /** Starts it and waits until it accepts connections. Throws if it does not. */
  async start(): Promise<void> {
    const { binaries, runner, directory, port, environment } = this.parts;
    const log = openSync(path.join(directory, "server.log"), "a");
    if (runner.uid !== undefined && runner.gid !== undefined) {
      chownSync(path.join(directory, "server.log"), runner.uid, runner.gid);
    }
    const flags = {
      listen_addresses: "127.0.0.1",
      unix_socket_directories: "",
      timezone: "UTC",
      port: String(port),
    };
    const child = spawn(
      binaries.postgres,
      ["-D", directory, ...Object.entries(flags).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
      {
        ...runner,
        cwd: "/",
        env: { PATH: "/usr/bin:/bin", LC_ALL: "C", NODE_ENV: "production", ...environment },
        stdio: ["ignore", log, log],
      },
    );
    const release = killOnExit(child.pid ?? 0, "INT");
    child.once("exit", release);
    this.child = child;
    const isReady = await pollUntil(() => this.hasEnded || this.isReady(), START_LIMIT_MS);
    if (!isReady || this.hasEnded) throw new Error("The external database does not start.");
  }

  private get hasEnded(): boolean {
    return !this.child || this.child.exitCode !== null || this.child.signalCode !== null;
  }

  private isReady(): boolean {
    try {
      const lines = readFileSync(path.join(this.directory, "postmaster.pid"), "utf8").split("\n");
      return Number(lines[0]) === this.child?.pid && lines[7]?.startsWith("ready") === true;
    } catch {
      return false;
    }
  }

  /** Stops it like `pg_ctl stop -m fast`: connections end, data are written to disk. */
  async stop(): Promise<void> {
    if (this.hasEnded) return;
    this.child?.kill("SIGINT");
    if (!(await pollUntil(() => this.hasEnded, STOP_LIMIT_MS))) this.child?.kill("SIGKILL");
  }
}
