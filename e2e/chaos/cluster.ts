import { type ChildProcess, spawn } from "node:child_process";
import { chownSync, mkdirSync, openSync, readFileSync } from "node:fs";
import path from "node:path";
import { type Binaries, findBinaries } from "@/lib/launch/postgres/binaries";
import { createCluster } from "@/lib/launch/postgres/cluster";
import { databaseUser, type OsUser } from "@/lib/launch/postgres/os-user";
import { guard, holds, quietPort } from "./processes";

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

/** A database that the service did not start: the harness owns it, as an operator would. */
export class OutsideCluster {
  private child: ChildProcess | undefined;

  private constructor(private readonly parts: Parts) {}

  /** Makes one in a folder and starts it, with an environment of the caller's. */
  static async open(folder: string, environment: Record<string, string> = {}): Promise<OutsideCluster> {
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    const directory = path.join(folder, "postgres");
    const runner = databaseUser(directory);
    const binaries = findBinaries(runner);
    await createCluster({ binaries, runner, directory, passwords: PASSWORDS });
    const cluster = new OutsideCluster({ binaries, runner, directory, port: await quietPort(), environment });
    await cluster.start();
    return cluster;
  }

  get directory(): string {
    return this.parts.directory;
  }

  /** The settings by which the service and the command line find it. */
  get settings(): { DATABASE_URL: string; DATABASE_OWNER_URL: string } {
    const at = `127.0.0.1:${this.parts.port}/takings`;
    return {
      DATABASE_URL: `postgres://takings:${PASSWORDS.application}@${at}`,
      DATABASE_OWNER_URL: `postgres://takings_owner:${PASSWORDS.owner}@${at}`,
    };
  }

  /** Starts it and waits until it takes connections. Throws where it does not. */
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
    const release = guard(child.pid ?? 0, "INT");
    child.once("exit", release);
    this.child = child;
    const isReady = await holds(() => this.hasEnded || this.isReady(), START_LIMIT_MS);
    if (!isReady || this.hasEnded) throw new Error("The outside database does not start.");
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

  /** Stops it as `pg_ctl stop -m fast` does: connections end, data are written out. */
  async stop(): Promise<void> {
    if (this.hasEnded) return;
    this.child?.kill("SIGINT");
    if (!(await holds(() => this.hasEnded, STOP_LIMIT_MS))) this.child?.kill("SIGKILL");
  }
}
