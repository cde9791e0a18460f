import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import os from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { migrate } from "@/drizzle/migrate";
import { assertDefined } from "@/lib/core/errors/assert";
import { deriveSystemUrl } from "@/lib/database-urls";
import { findBinaries } from "@/lib/launch/postgres/binaries";
import { createCluster, runSingleUser } from "@/lib/launch/postgres/cluster";
import { canReach, findDatabaseUser } from "@/lib/launch/postgres/os-user";
import { startPostmaster, stopPostmaster } from "@/lib/launch/postgres/postmaster";

/** What a test file needs to create its own databases. */
export interface TestCluster {
  port: number;
  passwords: { owner: string; application: string };
}

declare module "vitest" {
  interface ProvidedContext {
    /** The URL that returns the run's cluster; the first request starts it. */
    clusterAddress: string;
  }
}

/** Durability is off: test data need not survive a crash, and creating a cluster takes half the time. */
export const EPHEMERAL_SETTINGS = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  autovacuum: "off",
  max_connections: "200",
  shared_buffers: "128MB",
};
const HOME_PREFIX = "takings-test-";
const KEEP_FOR_MS = 24 * 3_600_000;
const PASSWORDS = { owner: "owner-of-a-test-cluster", application: "login-of-a-test-cluster" };

/**
 * Provides one cluster for each run, created when the first test requests it, so that unit tests do not start one.
 * The cluster ends with the run, even if the run is killed.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let cluster: ReturnType<typeof startCluster> | undefined;
  const keptNames: string[] = [];
  // GET returns the port and the passwords; `POST /<name>` also marks that database as kept.
  const server = createServer(async (request, response) => {
    try {
      if (request.method === "POST") keptNames.push(decodeURIComponent(request.url?.slice(1) ?? ""));
      cluster ??= startCluster();
      const { port } = await cluster;
      response.end(JSON.stringify({ port, passwords: PASSWORDS } satisfies TestCluster));
    } catch (thrown) {
      response.writeHead(500).end(String(thrown));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("A TCP server has no port");
  server.unref();
  project.provide("clusterAddress", `http://127.0.0.1:${address.port}`);
  return async () => {
    server.closeAllConnections();
    server.close();
    await (await cluster?.catch(() => undefined))?.stop(keptNames);
  };
}

/** Creates the folder for a cluster, in a place that the database's user can access. */
function temporaryHome(): string {
  const parent =
    [os.tmpdir(), "/var/tmp"].find((folder) => canReach(findDatabaseUser(folder), path.join(folder, "x"))) ??
    os.tmpdir();
  removeOldHomes(parent);
  const home = mkdtempSync(path.join(parent, HOME_PREFIX));
  chmodSync(home, 0o755);
  return home;
}

async function startCluster() {
  const home = temporaryHome();
  const directory = path.join(home, "postgres");
  const runner = findDatabaseUser(directory);
  const binaries = findBinaries({ runner, directory });
  const watchdog = startWatchdog(home, directory);
  const options = { binaries, runner, directory, passwords: PASSWORDS, isEphemeral: true };
  await createCluster(options);
  // Only in tests: the owner may clone its template, and disconnect the clients of a clone.
  await runSingleUser(
    options,
    "alter role takings_owner createdb",
    "grant pg_signal_backend to takings_owner",
  );
  const { port } = await startPostmaster({ ...options, settings: EPHEMERAL_SETTINGS });
  await migrate(loginsOf(ownerUrl(port, "takings"), applicationUrl(port, "takings")));
  return {
    port,
    stop: async (keptNames: string[]) => {
      await stopPostmaster(directory, 5_000);
      watchdog.kill("SIGKILL");
      if (keptNames.length === 0) return rmSync(home, { recursive: true, force: true });
      const serve = `${binaries.postgres} -D ${directory} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -p ${port}`;
      const urls = keptNames.map((name) => `  ${ownerUrl(port, name)}`);
      process.stderr.write(
        `\nDatabases of failed tests are kept. Start their server (not as root) with\n  ${serve}\n`,
      );
      process.stderr.write(`and look at\n${urls.join("\n")}\n`);
    },
  };
}

const ownerUrl = (port: number, name: string) =>
  `postgres://takings_owner:${PASSWORDS.owner}@127.0.0.1:${port}/${name}`;
const applicationUrl = (port: number, name: string) =>
  `postgres://takings:${PASSWORDS.application}@127.0.0.1:${port}/${name}`;

/** The connection URLs of a database of the cluster, as a service start uses them to migrate. */
export function loginsOf(ownerUrl: string, applicationUrl: string) {
  const systemUrl = assertDefined(deriveSystemUrl(applicationUrl, ownerUrl), "the owner is another login");
  return { ownerUrl, applicationUrl, system: { url: systemUrl, isOurs: true } };
}

/**
 * Starts a process that stops and removes the cluster when this process ends for any reason: the pipe to it closes
 * then.
 */
function startWatchdog(home: string, directory: string): ChildProcess {
  const script = `cat > /dev/null
    pid=$(head -n 1 "$1/postmaster.pid") && kill -INT "$pid"
    for turn in $(seq 50); do kill -0 "$pid" || break; sleep 0.1; done
    rm -rf "$2"`;
  const watchdog = spawn("sh", ["-c", script, "sh", directory, home], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  watchdog.unref();
  watchdog.stdin.on("error", () => {});
  if ("unref" in watchdog.stdin && typeof watchdog.stdin.unref === "function") watchdog.stdin.unref();
  return watchdog;
}

/** Removes folders of killed runs and of databases kept on earlier days. */
function removeOldHomes(parent: string): void {
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(HOME_PREFIX))) {
    const home = path.join(parent, name);
    const isMine = statSync(home, { throwIfNoEntry: false })?.uid === process.getuid?.();
    const ageMs = Date.now() - (statSync(home, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (isMine && ageMs > KEEP_FOR_MS) rmSync(home, { recursive: true, force: true });
  }
}
